package goku.integration.hostile;

import static org.awaitility.Awaitility.await;

import goku.integration.hostile.attack.Attack;
import goku.integration.hostile.client.Attacker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/// One run of an attack beside the steady client.
final class AttackRun {
  /// The time after which answers must be as quick as before.
  private static final Duration RECOVERY = Duration.ofSeconds(5);

  private static final Duration MEASURED = Duration.ofSeconds(2);

  private final AttackedProcess process;
  private final Attack attack;
  private final Duration limit;

  /// @param limit the time after which the connections of the attack are closed
  AttackRun(AttackedProcess process, Attack attack, Duration limit) {
    this.process = process;
    this.attack = attack;
    this.limit = limit;
  }

  /// The answers of the steady client in a time.
  record Observed(Latencies.Summary puts, Latencies.Summary queries) {}

  /// The result.
  ///
  /// @param before null in the short form, as `after`
  /// @param liveBytes before and after the attack; empty in the short form
  /// @param faults of the server: wrong answers to the steady client or to the attack
  record Result(
      String name,
      @Nullable Observed before,
      Observed during,
      @Nullable Observed after,
      List<Long> liveBytes,
      String answers,
      List<String> faults) {}

  /// Runs the attack only.
  Result brief() {
    observe();
    return attacked(null, List.of());
  }

  /// Runs the attack and measures before and after it.
  Result measured() {
    long liveBefore = process.liveBytes();
    observe();
    pass(MEASURED);
    Observed before = observe();
    Result result = attacked(before, List.of());
    pass(RECOVERY);
    observe();
    pass(MEASURED);
    Observed after = observe();
    List<Long> live = List.of(liveBefore, process.liveBytes());
    return new Result(
        result.name(), before, result.during(), after, live, result.answers(), result.faults());
  }

  private Result attacked(@Nullable Observed before, List<Long> liveBytes) {
    List<String> faults = new ArrayList<>();
    String answers;
    try (Attacker attacker = process.attacker()) {
      boolean isDone = work(attacker);
      answers = attacker.answers() + (isDone ? "" : " cut off");
      faults.addAll(attacker.faults());
    }
    faults.addAll(process.client().takeFaults());
    Observed during = observe();
    return new Result(attack.name(), before, during, null, liveBytes, answers, faults);
  }

  /// Returns whether the attack has ended before the limit.
  private boolean work(Attacker attacker) {
    var work =
        new FutureTask<Void>(
            () -> {
              attack.work().by(attacker);
              return null;
            });
    Thread thread = Thread.ofPlatform().name("attack").start(work);
    try {
      boolean isDone = thread.join(limit);
      attacker.close();
      thread.join();
      // a connection that was closed, by the server or at the limit, is no fault
      if (work.state() == Future.State.FAILED && !(work.exceptionNow() instanceof IOException)) {
        attacker.fault("the attack failed: " + work.exceptionNow());
      }
      return isDone;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Observed observe() {
    return new Observed(process.client().puts().take(), process.client().queries().take());
  }

  private static void pass(Duration time) {
    await().pollDelay(time).atMost(time.plusMinutes(1)).until(() -> true);
  }
}

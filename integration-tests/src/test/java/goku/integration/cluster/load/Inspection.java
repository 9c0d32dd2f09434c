package goku.integration.cluster.load;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.core.ConditionTimeoutException;

/// A check that every root returns all data.
public final class Inspection {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration PAUSE = Duration.ofMillis(200);

  private Inspection() {}

  /// Waits until each root returns exactly the acknowledged datapoints of each series; fails
  /// otherwise.
  ///
  /// @param all series without a running writer, or of which only the datapoints acknowledged so
  ///   far are checked
  public static void requireAll(Roots roots, List<Written> all) {
    for (Roots.Root root : roots.all()) {
      for (Written written : all) {
        int steps = written.acknowledged();
        if (steps > 0) {
          require(roots, root, new Question(written.series(), Shape.EACH_RAW, 0, 0, steps));
        }
      }
    }
  }

  private static void require(Roots roots, Roots.Root root, Question question) {
    var last = new AtomicReference<>("");
    try {
      await()
          .atMost(PATIENCE)
          .pollDelay(Duration.ZERO)
          .pollInterval(PAUSE)
          .pollInSameThread()
          .until(
              () -> {
                Roots.Reply reply = roots.askAt(root, question.pathAndQuery());
                Verdict verdict = Queriers.verdict(question, reply);
                last.set("%s; partial: %s".formatted(verdict, reply.partial()));
                return verdict.kind() == Verdict.Kind.RIGHT;
              });
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(
          "%s%s: %s".formatted(root.url(), question.pathAndQuery(), last.get()), e);
    }
  }
}

package goku.root.routing;

import goku.query.control.QueryControl;
import goku.root.routing.choice.StreamHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// One of the two whom a lane can ask: the node of its share, or the others. It can be asked again
/// after it was given up as slow, but not after it failed. Owned by the lane's thread, under the
/// lock of the exchange unless said otherwise.
final class ReplicaCall {
  private final QueryControl control;
  private final GroupHandoff handoff;
  private final List<Attempt> attempts = new ArrayList<>();
  private @Nullable Attempt running;
  private boolean failed;

  ReplicaCall(QueryControl control, GroupHandoff handoff) {
    this.control = control;
    this.handoff = handoff;
  }

  void start(Attempt.Opener opener) {
    running = Attempt.start(opener, control, handoff);
    attempts.add(running);
  }

  boolean isRunning() {
    return running != null;
  }

  Attempt attempt() {
    return Objects.requireNonNull(running);
  }

  /// What the answer says of itself; null when there is none yet.
  @Nullable StreamHeader header() {
    return running == null ? null : running.header();
  }

  /// Whether there is something to take: a group, or that it has ended.
  boolean hasNews() {
    return running != null && (running.peek() != null || running.isAtEnd());
  }

  /// What the attempt that runs died of; null when it lives.
  @Nullable Throwable death() {
    return running == null ? null : running.failure();
  }

  boolean hasFailed() {
    return failed;
  }

  /// Whether it can be asked.
  boolean isIdle() {
    return running == null && !failed;
  }

  /// It is not to be asked again.
  void fail() {
    failed = true;
    stop();
  }

  /// Gives up what runs; it can be asked again even if it failed.
  void reset() {
    stop();
    failed = false;
  }

  /// Gives up what runs.
  void stop() {
    if (running != null) {
      running.disown();
      running.cancel();
      running = null;
    }
  }

  /// Where the groups come from that it gave.
  Set<String> origins() {
    Set<String> origins = new TreeSet<>();
    attempts.forEach(attempt -> origins.addAll(attempt.origins()));
    return origins;
  }

  /// Everything that runs is to end; does not wait for it.
  void cancel() {
    attempts.forEach(Attempt::cancel);
  }

  /// Without the lock: waits until nothing runs.
  void join() {
    attempts.forEach(Attempt::join);
  }
}

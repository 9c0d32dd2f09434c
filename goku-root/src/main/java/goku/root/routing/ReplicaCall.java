package goku.root.routing;

import goku.query.control.QueryControl;
import goku.root.routing.choice.StreamHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// One of the two calls of a hedged call: to the primary, or to the fallback. A call that was
/// abandoned can be started again, as a new attempt. Owned by the thread of the hedged call, under
/// the lock of the handoff unless a method says otherwise.
final class ReplicaCall {
  private final QueryControl control;
  private final GroupHandoff handoff;
  private final List<Attempt> attempts = new ArrayList<>();
  private CallState state = CallState.IDLE;

  /// Non-null while the call is in progress.
  private @Nullable Attempt current;

  ReplicaCall(QueryControl control, GroupHandoff handoff) {
    this.control = control;
    this.handoff = handoff;
  }

  void start(Attempt.Opener opener) {
    state = state.to(CallState.IN_PROGRESS);
    current = Attempt.start(opener, control, handoff);
    attempts.add(current);
  }

  boolean isIdle() {
    return state == CallState.IDLE;
  }

  boolean isInProgress() {
    return state.isInProgress();
  }

  boolean isHedged() {
    return state == CallState.HEDGED;
  }

  boolean hasFailed() {
    return state == CallState.FAILED;
  }

  Attempt attempt() {
    return Objects.requireNonNull(current);
  }

  /// Returns the header of the answer; null before the stream is open.
  @Nullable StreamHeader header() {
    return current == null ? null : current.header();
  }

  /// Returns whether a group or the end of the stream can be taken.
  boolean isReadable() {
    return current != null && (current.peek() != null || current.isAtEnd());
  }

  /// Returns the failure of the current attempt; null if it has not failed.
  @Nullable Throwable failure() {
    return current == null ? null : current.failure();
  }

  /// Notes that the fallback was started because this call was silent for too long.
  void hedge() {
    state = state.to(CallState.HEDGED);
  }

  /// Notes that the fallback was abandoned.
  void fallbackAbandoned() {
    if (state == CallState.HEDGED) {
      state = state.to(CallState.IN_PROGRESS);
    }
  }

  void fail() {
    stop(CallState.FAILED);
  }

  /// Makes the call idle again, even after a failure.
  void reset() {
    if (state != CallState.IDLE) {
      stop(CallState.IDLE);
    }
  }

  void abandon() {
    stop(CallState.IDLE);
  }

  private void stop(CallState next) {
    state = state.to(next);
    if (current != null) {
      current.disown();
      current.cancel();
      current = null;
    }
  }

  /// Returns the nodes whose groups were taken.
  Set<String> origins() {
    Set<String> origins = new TreeSet<>();
    attempts.forEach(attempt -> origins.addAll(attempt.origins()));
    return origins;
  }

  /// Tells all attempts to stop, without waiting for them. What they have touched still counts for
  /// the query.
  void cancel() {
    if (state != CallState.CANCELLED) {
      state = state.to(CallState.CANCELLED);
      current = null;
      attempts.forEach(Attempt::cancel);
    }
  }

  /// Waits until all attempts have ended. To be called without the lock.
  void join() {
    attempts.forEach(Attempt::join);
  }
}

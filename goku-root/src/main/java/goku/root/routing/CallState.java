package goku.root.routing;

/// The state of a replica call: of the call to the primary of some shards, or of the call to their
/// fallback.
///
/// ```
///               +-------------+  no replica left
///    +--------->|    IDLE     |------------------+
///    |          +-------------+                  |
///    |            |         ^                    |
///    |      start |         | reset              |
///    |            v         +---------------+    v
///    |          +-------------+   fail    +-------------+
///    +----------| IN_PROGRESS |---------->|   FAILED    |
///    | abandon  +-------------+           +-------------+
///    |            |         ^                    ^
///    |      hedge |         | fallback           |
///    |            v         | abandoned          |
///    |          +-------------+       fail       |
///    +----------|   HEDGED    |------------------+
///      abandon  +-------------+
///
///    each of them --- close ---> CANCELLED
/// ```
///
/// - Only a primary is `HEDGED`: its fallback was started because it was silent for too long. If
///   the answer of the fallback is taken first, the node of the primary counts as slow.
/// - `FAILED` calls are not started again. The exception is a fallback, which is reset when its
///   primary fails for lack of one of several shards: the node may have the others.
enum CallState {
  IDLE,
  IN_PROGRESS,
  HEDGED,
  FAILED,
  CANCELLED;

  boolean isInProgress() {
    return this == IN_PROGRESS || this == HEDGED;
  }

  /// Returns the next state. Throws `IllegalStateException` if the transition is not allowed.
  CallState to(CallState next) {
    if (!allows(next)) {
      throw new IllegalStateException("BUG: replica call cannot go from " + this + " to " + next);
    }
    return next;
  }

  private boolean allows(CallState next) {
    return switch (this) {
      case IDLE -> next == IN_PROGRESS || next == FAILED || next == CANCELLED;
      case IN_PROGRESS, HEDGED -> next != this;
      case FAILED -> next == IDLE || next == CANCELLED;
      case CANCELLED -> false;
    };
  }
}

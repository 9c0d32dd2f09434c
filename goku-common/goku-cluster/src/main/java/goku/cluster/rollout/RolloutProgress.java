package goku.cluster.rollout;

/// The progress of a rollout.
///
/// @param pods the pods of GokuS and GokuL
/// @param upgraded the pods that run the newest revision
/// @param waiting what the rollout waits for; empty while it is complete
public record RolloutProgress(int pods, int upgraded, String waiting) {
  /// Returns `3 of 8 pods upgraded, waiting for short-a-1: ...`.
  @Override
  public String toString() {
    return "%d of %d pods upgraded%s"
        .formatted(upgraded, pods, waiting.isEmpty() ? "" : ", waiting for " + waiting);
  }
}

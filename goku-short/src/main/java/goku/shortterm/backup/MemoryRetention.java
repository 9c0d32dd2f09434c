package goku.shortterm.backup;

import goku.model.Namespace;
import java.time.Duration;
import java.time.InstantSource;

/// The time for which buckets stay in memory: the memory TTL after the end of their window.
record MemoryRetention(Duration bucketLength, InstantSource clock) {
  /// Returns whether memory no longer holds the bucket that begins then.
  boolean isOver(Namespace namespace, long startMillis) {
    return isOverWithin(Duration.ZERO, namespace, startMillis);
  }

  /// Returns whether memory will no longer hold the bucket after a time.
  boolean isOverWithin(Duration time, Namespace namespace, long startMillis) {
    return startMillis + bucketLength.toMillis() + namespace.memoryTtl().toMillis()
        <= clock.millis() + time.toMillis();
  }
}

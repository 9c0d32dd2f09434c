package goku.shortterm.backup;

import goku.model.Namespace;
import java.time.Duration;
import java.time.InstantSource;

/// Which buckets memory does not hold any more.
record Expiry(Duration bucketLength, InstantSource clock) {
  boolean isOver(Namespace namespace, long startMillis) {
    return startMillis + bucketLength.toMillis() + namespace.memoryTtl().toMillis()
        <= clock.millis();
  }
}

package goku.shortterm.shard;

import goku.shortterm.bucket.Bucket;
import java.time.Duration;

/// The timestamps that a shard takes at a moment, both ends inclusive. From the bucket that the
/// memory TTL reaches, as a whole: replicas that replay at different times must not differ in what
/// they finalize. To the end of the window after that of the record, which is more than clocks may
/// differ.
record AcceptedTimes(long firstMillis, long lastMillis) {
  static AcceptedTimes at(long nowMillis, long recordMillis, Duration memoryTtl) {
    long window = Bucket.WINDOW.toMillis();
    long oldest = Bucket.numberOf(nowMillis - memoryTtl.toMillis()) * window;
    long afterNext = (Bucket.numberOf(recordMillis) + 2L) * window;
    return new AcceptedTimes(oldest, afterNext - 1);
  }

  boolean contains(long timestampMillis) {
    return timestampMillis >= firstMillis && timestampMillis <= lastMillis;
  }
}

package goku.shortterm.shard;

import java.time.Duration;

/// The timestamps that a shard takes at a moment, both ends inclusive: from the memory TTL ago to
/// the end of the window after the current one, which is more than clocks may differ.
record AcceptedTimes(long firstMillis, long lastMillis) {
  static AcceptedTimes at(long nowMillis, Duration memoryTtl) {
    long window = Bucket.WINDOW.toMillis();
    long afterNext = (Bucket.numberOf(nowMillis) + 2L) * window;
    return new AcceptedTimes(nowMillis - memoryTtl.toMillis(), afterNext - 1);
  }

  boolean contains(long timestampMillis) {
    return timestampMillis >= firstMillis && timestampMillis <= lastMillis;
  }
}

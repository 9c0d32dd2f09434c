package goku.shortterm.shard;

import goku.model.Tier;
import goku.shortterm.bucket.Bucket;

/// The timestamps that a shard accepts at a moment, both ends inclusive. They begin with the whole
/// bucket that the memory TTL reaches, because replicas that replay at different times must not
/// finalize different data. They end with the window after that of the record, which is more than
/// clocks may differ.
record AcceptedTimes(long firstMillis, long lastMillis) {
  /// @param oldest the number of the first bucket that is kept
  static AcceptedTimes at(int oldest, long recordMillis) {
    long window = Tier.MEMORY_BUCKET.toMillis();
    long afterNext = (Bucket.numberOf(recordMillis) + 2L) * window;
    return new AcceptedTimes(oldest * window, afterNext - 1);
  }

  boolean contains(long timestampMillis) {
    return timestampMillis >= firstMillis && timestampMillis <= lastMillis;
  }
}

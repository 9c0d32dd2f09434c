package goku.ingest.limit;

import goku.cardinality.HashFilter;
import java.time.Duration;

/// The new series that this ingestor admitted into one scope of a shard, and that the shard's
/// filter does not have yet. The number is bounded by the room below the limit. Thread-safe.
final class Admissions {
  /// The time until a series whose datapoints were sent is in the shard's log at the latest. A
  /// series that is not there by then was not stored, or has gone again.
  private static final long SENT_NANOS = Duration.ofMinutes(2).toNanos();

  private HashSet64 recent = new HashSet64();
  private HashSet64 earlier = new HashSet64();

  /// When `recent` began.
  private long recentNanos;

  Admissions(long nowNanos) {
    recentNanos = nowNanos;
  }

  synchronized boolean contain(long hash) {
    return recent.contains(hash) || earlier.contains(hash);
  }

  synchronized void add(long hash) {
    if (!earlier.contains(hash)) {
      recent.add(hash);
    }
  }

  synchronized long size() {
    return (long) recent.size() + earlier.size();
  }

  /// Forgets the series that the filter has, and those that were admitted long before the filter.
  ///
  /// @param coveredNanos the filter has all series that were in the log then
  synchronized void settle(HashFilter filter, long coveredNanos, long nowNanos) {
    if (coveredNanos - recentNanos > SENT_NANOS) {
      earlier = recent;
      recent = new HashSet64();
      recentNanos = nowNanos;
    }
    recent = recent.only(hash -> !filter.mayContain(hash));
    earlier = earlier.only(hash -> !filter.mayContain(hash));
  }
}

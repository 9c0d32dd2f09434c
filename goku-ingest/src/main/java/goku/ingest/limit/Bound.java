package goku.ingest.limit;

import goku.cardinality.SoftLimits;
import goku.ingest.parse.Reason;
import goku.ingest.parse.Rejection;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A limit of series, and how much of it is used. One shard, or all shards of a namespace, count
/// for it. Thread-safe.
final class Bound {
  private final String subject;
  private final String place;
  private final String key;

  // the state at the last look at the shards
  private volatile long limit = Long.MAX_VALUE;
  private volatile long counted;
  private volatile String largest = "";

  /// The new series that were admitted since the last look.
  private final AtomicLong admitted = new AtomicLong();

  private final AtomicLong refused = new AtomicLong();

  /// The rejection of all datapoints that are refused until the next look.
  private volatile @Nullable Rejection rejection;

  /// @param subject the series that count, for messages
  /// @param place the shard or the namespace in which they count, for the log
  /// @param key the key of the limit, for messages
  Bound(String subject, String place, String key) {
    this.subject = subject;
    this.place = place;
    this.key = key;
  }

  /// Takes over the state of the shards.
  ///
  /// @param series their series, with those that this ingestor has admitted
  /// @param most the metric and tag key with the most values, for messages; empty if unknown
  void look(long series, long newLimit, String most) {
    admitted.set(0); // first: counted twice, they would refuse series for which there is room
    counted = series;
    limit = newLimit;
    largest = most;
    rejection = null;
  }

  /// Returns `name=value` pairs that tell this limit from all others.
  String fields() {
    return "%s limited=%s".formatted(place, subject);
  }

  long limit() {
    return limit;
  }

  long series() {
    return counted + admitted.get();
  }

  /// Returns whether a new series fits.
  ///
  /// @param more room beyond the limit
  boolean hasRoom(long more) {
    return series() - more < limit;
  }

  /// Returns whether so much of the limit is used that it is worth a warning.
  boolean isNear() {
    return series() >= SoftLimits.warningAt(limit);
  }

  void admit() {
    admitted.incrementAndGet();
  }

  /// Counts a refused datapoint and returns its rejection.
  Rejection refuse() {
    refused.incrementAndGet();
    Rejection known = rejection;
    if (known == null) {
      known = new Rejection(Reason.SERIES_LIMIT, message());
      rejection = known;
    }
    return known;
  }

  /// Returns the number of datapoints refused since the last call.
  long takeRefused() {
    return refused.getAndSet(0);
  }

  /// Returns the state in words: number, limit and cause.
  String message() {
    return "%s has %d series and may have %d (%s), so new ones are refused%s"
        .formatted(subject, series(), limit, key, largest);
  }
}

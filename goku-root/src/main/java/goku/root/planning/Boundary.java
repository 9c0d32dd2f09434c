package goku.root.planning;

import goku.model.Live;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.Tier;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The time that divides a namespace's datapoints between GokuL and GokuS (section 4.7.1 of the
/// paper). GokuL answers for the time before, GokuS for the rest, so no datapoint is read twice.
/// Thread-safe.
///
/// GokuS drops a two-hour bucket once all of it is older than the namespace's `memory-ttl`. It
/// therefore has all buckets from the one that contains the time `memory-ttl` ago. A datapoint
/// stays on GokuS's side of the boundary only while GokuS is sure to have it.
public final class Boundary {
  /// Allowance for queries in progress when GokuS drops a bucket, and for clock differences.
  private static final Duration MARGIN = Duration.ofMinutes(10);

  /// The time within which a delete certainly reaches GokuL: a file is rewritten, uploaded to S3
  /// and compacted. Data of GokuS that cross the boundary in this time need the delete in GokuL
  /// too.
  private static final Duration PASSING = Duration.ofHours(4);

  /// The longest time between the acceptance of a datapoint and its append to the log.
  private static final Duration IN_FLIGHT = Duration.ofHours(1);

  private static final long BUCKET_MILLIS = Tier.MEMORY_BUCKET.toMillis();

  /// The `memory-ttl` that was seen last.
  ///
  /// @param fromMillis the start of the data in GokuS: older data were dropped before the TTL grew
  private record Kept(long ttlMillis, long fromMillis) {}

  private final InstantSource clock;

  /// Entries by namespace name.
  private final Map<String, Kept> seen = new ConcurrentHashMap<>();

  /// Creates boundaries of namespaces that do not change.
  public Boundary(InstantSource clock) {
    this.clock = clock;
  }

  /// Creates boundaries that follow changes of `memory-ttl`. After an increase the boundary stays
  /// in place until GokuS holds data for the longer time.
  public Boundary(InstantSource clock, Live<Namespaces> namespaces) {
    this(clock);
    namespaces.follow(this::see);
    see(namespaces.current());
  }

  /// Returns the first millisecond that GokuS currently answers for, or `Long.MIN_VALUE` if the
  /// namespace is only kept in memory.
  public long of(Namespace namespace) {
    if (namespace.disk().isEmpty()) {
      return Long.MIN_VALUE;
    }
    Kept kept = see(namespace);
    return Math.max(kept.fromMillis, boundary(kept.ttlMillis));
  }

  /// Returns the end of the range that deletes remove from GokuL. Data before this time are deleted
  /// in GokuL even if GokuS has them too. Later data may still arrive, or GokuL will not be queried
  /// for them within the next hours. `backfill` is at least 6 h shorter than `memory-ttl`, so this
  /// time is normally after the boundary.
  public long endOfDeletes(Namespace namespace) {
    long taken = clock.instant().minus(namespace.backfill()).minus(IN_FLIGHT).toEpochMilli();
    long boundary = of(namespace);
    return boundary == Long.MIN_VALUE ? boundary : Math.min(taken, boundary + PASSING.toMillis());
  }

  /// Returns the first millisecond of which a namespace that is only kept in memory has all data.
  long keptFrom(Namespace namespace) {
    return clock.millis() - namespace.memoryTtl().toMillis();
  }

  /// Returns whether the namespace receives datapoints now or may have received some earlier.
  boolean isInForce(Namespace namespace) {
    return namespace.isDefault()
        || namespace.metrics().isEmpty()
        || namespace.metrics().stream()
            .anyMatch(metric -> !metric.since().isAfter(clock.instant()));
  }

  private void see(Namespaces namespaces) {
    namespaces.all().forEach(this::see);
  }

  private Kept see(Namespace namespace) {
    long ttl = namespace.memoryTtl().toMillis();
    Kept before = seen.get(namespace.name());
    if (before != null && before.ttlMillis == ttl) {
      return before;
    }
    return seen.merge(
        namespace.name(),
        new Kept(ttl, Long.MIN_VALUE),
        (last, next) -> {
          boolean grew = next.ttlMillis > last.ttlMillis;
          long from = grew ? boundary(last.ttlMillis) : Long.MIN_VALUE;
          return new Kept(next.ttlMillis, Math.max(last.fromMillis, from));
        });
  }

  private long boundary(long ttlMillis) {
    long kept = clock.millis() + MARGIN.toMillis() - ttlMillis;
    return Math.floorDiv(kept, BUCKET_MILLIS) * BUCKET_MILLIS;
  }
}

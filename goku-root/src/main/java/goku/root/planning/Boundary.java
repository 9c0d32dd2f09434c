package goku.root.planning;

import goku.model.Live;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.Tier;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The time at which a namespace's datapoints pass from GokuS to GokuL (section 4.7.1 of the
/// paper): GokuL is asked for what is before, GokuS for the rest, so that no datapoint is read
/// twice. Thread-safe.
///
/// GokuS drops a bucket of two hours when all of it is older than the namespace's `memory-ttl`. So
/// it has all from the bucket on that holds the time `memory-ttl` ago, and a datapoint stays on its
/// side of the boundary for as long as GokuS surely has it.
public final class Boundary {
  /// Covers queries that are under way when GokuS drops a bucket, and clocks that differ.
  private static final Duration MARGIN = Duration.ofMinutes(10);

  /// So much of what GokuS still has passes the boundary before what a delete does to it has come
  /// to GokuL, if all goes slowly: a file is written anew, brought to S3, and compacted.
  private static final Duration PASSING = Duration.ofHours(4);

  /// A datapoint may wait so long between being taken and being in the log.
  private static final Duration IN_FLIGHT = Duration.ofHours(1);

  private static final long BUCKET_MILLIS = Tier.MEMORY_BUCKET.toMillis();

  /// The `memory-ttl` that was seen last.
  ///
  /// @param fromMillis GokuS has nothing of before, which it had dropped when its time grew
  private record Kept(long ttlMillis, long fromMillis) {}

  private final InstantSource clock;

  /// By the name of the namespace.
  private final Map<String, Kept> seen = new ConcurrentHashMap<>();

  /// Of namespaces that do not change.
  public Boundary(InstantSource clock) {
    this.clock = clock;
  }

  /// A `memory-ttl` that grows is not filled at once: until it is, the boundary stays where it was
  /// when it grew.
  public Boundary(InstantSource clock, Live<Namespaces> namespaces) {
    this(clock);
    namespaces.follow(this::see);
    see(namespaces.current());
  }

  /// The first millisecond that is GokuS's now; the smallest long when the namespace is kept in
  /// memory alone.
  public long of(Namespace namespace) {
    if (namespace.disk().isEmpty()) {
      return Long.MIN_VALUE;
    }
    Kept kept = see(namespace);
    return Math.max(kept.fromMillis, boundary(kept.ttlMillis));
  }

  /// The first millisecond that GokuL may be asked for in the next hours, or of which datapoints
  /// may still come: what is before is deleted where GokuL has it, whether or not GokuS has it too.
  /// A `backfill` ends well behind the boundary, so that the latter is before the boundary only
  /// where there is none.
  public long endOfDeletes(Namespace namespace) {
    long taken = clock.instant().minus(namespace.backfill()).minus(IN_FLIGHT).toEpochMilli();
    long boundary = of(namespace);
    return boundary == Long.MIN_VALUE ? boundary : Math.min(taken, boundary + PASSING.toMillis());
  }

  /// The first millisecond of which a namespace that is kept in memory alone has all.
  long keptFrom(Namespace namespace) {
    return clock.millis() - namespace.memoryTtl().toMillis();
  }

  /// Whether the namespace takes datapoints of now, or may have taken some before.
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

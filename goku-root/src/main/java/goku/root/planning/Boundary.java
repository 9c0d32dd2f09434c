package goku.root.planning;

import goku.model.Namespace;
import goku.model.Tier;
import java.time.Duration;
import java.time.InstantSource;

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

  private static final long BUCKET_MILLIS = Tier.MEMORY_BUCKET.toMillis();

  private final InstantSource clock;

  public Boundary(InstantSource clock) {
    this.clock = clock;
  }

  /// The first millisecond that is GokuS's now; the smallest long when the namespace is kept in
  /// memory alone.
  public long of(Namespace namespace) {
    if (namespace.disk().isEmpty()) {
      return Long.MIN_VALUE;
    }
    long kept = clock.millis() + MARGIN.toMillis() - namespace.memoryTtl().toMillis();
    return Math.floorDiv(kept, BUCKET_MILLIS) * BUCKET_MILLIS;
  }
}

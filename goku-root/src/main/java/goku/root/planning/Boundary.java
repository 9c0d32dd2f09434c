package goku.root.planning;

import goku.model.Namespace;
import goku.model.ShardId;
import goku.model.Tier;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/// The time that divides a namespace's datapoints between GokuL and GokuS (section 4.7.1 of the
/// paper). GokuL answers for the time before, GokuS for the rest, so no datapoint is read twice.
/// Thread-safe.
///
/// GokuS drops a two-hour bucket once all of it is older than the namespace's `memory-ttl` and in
/// the tiers. It therefore has all buckets from the one that contains the time `memory-ttl` ago,
/// and earlier ones while compaction or GokuL is late. What the stores hold decides, not the clock:
///
/// ```
///                          memory-ttl ago
///                                │
///   GokuL  ──────────────────────┼──────▶ completeTo         boundary = memory-ttl ago
///   GokuS         keptFrom ├─────┼───────────────▶
///
///   GokuL  ──────▶ completeTo    │                           boundary = completeTo
///   GokuS      keptFrom ├────────┼───────────────▶
///
///   GokuL  ──────────────────────┼──────▶ completeTo         boundary = pendingFrom: GokuL may have
///   GokuS   keptFrom ├─ pendingFrom ├────────────▶           an earlier generation from then on
///
///   GokuL  ──────▶ completeTo    │                           boundary = keptFrom, and GokuL marks
///   GokuS             keptFrom ├─┼───────────────▶           what neither has
///
///   GokuL  ──────▶ completeTo    │                           boundary = began, and GokuL marks
///   GokuS                 began ├┼───────────────▶           only what S3 has
/// ```
///
/// The last row holds also if GokuS began earlier: it has dropped nothing.
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

  private final InstantSource clock;
  private final Holdings holdings;

  /// @param holdings what the replicas hold
  public Boundary(InstantSource clock, Holdings holdings) {
    this.clock = clock;
    this.holdings = holdings;
  }

  /// Returns what the replicas hold.
  Holdings holdings() {
    return holdings;
  }

  /// Returns the split for all shards.
  public StoreSplit of(Namespace namespace) {
    return of(namespace, namespace.allShards().toList(), namespace.allDiskShards().toList());
  }

  /// Returns the split for the shards that can have series of a metric.
  public StoreSplit of(Namespace namespace, long metricHash) {
    return of(
        namespace, namespace.shardsOfMetric(metricHash), namespace.diskShardsOfMetric(metricHash));
  }

  private StoreSplit of(Namespace namespace, List<ShardId> shortTerm, List<ShardId> longTerm) {
    if (namespace.disk().isEmpty()) {
      return StoreSplit.ALL_IN_MEMORY;
    }
    MemoryHoldings memory = holdings.inMemory(shortTerm);
    long began = memory.beganAt();
    long first = Math.max(began, memory.keptFrom());
    long byClock = byClock(namespace);
    boolean isHandedOver = began == Long.MIN_VALUE;
    boolean hasAll = !isHandedOver && began < byClock;
    long wanted =
        Math.min(Math.min(byClock, holdings.completeTo(longTerm)), memory.statedPendingFrom());
    long at = hasAll ? first : Math.max(first, wanted);
    long pending = memory.pendingFrom();
    boolean isInDoubt = isHandedOver && pending < at;
    return new StoreSplit(at, isHandedOver, isInDoubt ? pending : Long.MAX_VALUE);
  }

  /// Returns the end of the range that deletes remove from GokuL. Data before this time are deleted
  /// in GokuL even if GokuS has them too. Later data may still arrive, or GokuL will not be queried
  /// for them within the next hours. `backfill` is at least 6 h shorter than `memory-ttl`, so this
  /// time is normally after the boundary.
  public long endOfDeletes(Namespace namespace) {
    if (namespace.disk().isEmpty()) {
      return Long.MIN_VALUE;
    }
    long taken = clock.instant().minus(namespace.backfill()).minus(IN_FLIGHT).toEpochMilli();
    long boundary = Math.max(of(namespace).atMillis(), byClock(namespace));
    return Math.min(taken, boundary + PASSING.toMillis());
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

  private long byClock(Namespace namespace) {
    long kept = clock.millis() + MARGIN.toMillis() - namespace.memoryTtl().toMillis();
    return Math.floorDiv(kept, BUCKET_MILLIS) * BUCKET_MILLIS;
  }
}

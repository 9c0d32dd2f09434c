package goku.longterm.bulkload;

import goku.model.Disk;
import goku.model.Namespace;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.Retention;
import goku.tier.TierKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The buckets that a shard should load and drop, so that it has all kept times exactly as S3 has
/// them and never a gap.
///
/// - The newest generation of each window is loaded. Older ones are dropped once it is here.
/// - An expired bucket is dropped once the bucket of the next tier that was built from it is here.
///   The one that is here may have been built from an older generation. The expired bucket then
///   waits for the next generation.
/// - An expired bucket is not loaded if S3 has such a bucket of the next tier.
/// - An expired bucket with raw datapoints that must be kept also waits for a bucket with raw
///   datapoints.
/// - A bucket is dropped at once when the namespace keeps nothing of its time.
///
/// @param ingest buckets to load, in no order
/// @param drop buckets to drop, in no order
record BulkLoadPlan(List<Manifest> ingest, List<BucketKey> drop) {
  BulkLoadPlan {
    ingest = List.copyOf(ingest);
    drop = List.copyOf(drop);
  }

  /// @param stored buckets of one shard in S3
  /// @param ingested complete buckets of the shard here
  static BulkLoadPlan of(
      Collection<Manifest> stored,
      Collection<Manifest> ingested,
      Namespace namespace,
      Instant now) {
    return of(stored, ingested, namespace, Optional.empty(), now);
  }

  /// @param retention retention in force; a bucket is dropped only if it permits that too
  static BulkLoadPlan of(
      Collection<Manifest> stored,
      Collection<Manifest> ingested,
      Namespace namespace,
      Optional<Retention> retention,
      Instant now) {
    if (namespace.disk().isEmpty()) {
      return new BulkLoadPlan(List.of(), List.of());
    }
    Disk disk = namespace.disk().get();
    long millis = now.toEpochMilli();
    BulkLoadPlan wanted = new Decision(stored, ingested, disk, millis).make();
    return retention
        .map(state -> new Decision(stored, ingested, state.inForce(disk), millis).make())
        .map(wanted::and)
        .orElse(wanted);
  }

  /// Returns the plan that loads what either loads and drops what both drop.
  private BulkLoadPlan and(BulkLoadPlan other) {
    Set<Manifest> both = new LinkedHashSet<>(ingest);
    both.addAll(other.ingest);
    return new BulkLoadPlan(List.copyOf(both), drop.stream().filter(other.drop::contains).toList());
  }

  private record Decision(
      Collection<Manifest> stored, Collection<Manifest> ingested, Disk disk, long now) {
    BulkLoadPlan make() {
      Map<BucketKey, Manifest> there = newest(stored);
      Map<BucketKey, Manifest> here = newest(ingested);
      Map<Integer, Duration> ttls = new HashMap<>();
      disk.tiers().forEach(tier -> ttls.put(tier.number(), tier.ttl()));

      List<Manifest> ingest = new ArrayList<>();
      for (Manifest bucket : there.values()) {
        Manifest own = here.get(window(bucket));
        boolean isNew = own == null || own.generation() < bucket.generation();
        boolean isDue = isOver(bucket, ttls) && isFollowed(bucket, there.values());
        if (isNew && !isDue && isKept(bucket)) {
          ingest.add(bucket);
        }
      }
      List<BucketKey> drop = new ArrayList<>();
      for (Manifest bucket : ingested) {
        boolean isReplaced = !bucket.equals(here.get(window(bucket)));
        boolean isDue = isOver(bucket, ttls) && isFollowed(bucket, here.values());
        if (isReplaced || isDue || !isKept(bucket)) {
          drop.add(bucket.bucket());
        }
      }
      return new BulkLoadPlan(ingest, drop);
    }

    /// Returns whether the time of its tier has passed. A bucket of a tier that is no longer
    /// configured stays as long as the namespace keeps anything of its time.
    private boolean isOver(Manifest bucket, Map<Integer, Duration> ttls) {
      Duration ttl = ttls.getOrDefault(bucket.tier(), disk.ttl());
      return bucket.endMillis() + ttl.toMillis() <= now;
    }

    /// Returns whether the namespace keeps anything of its time: the only condition for the last
    /// tier.
    private boolean isKept(Manifest bucket) {
      return bucket.endMillis() + disk.ttl().toMillis() > now;
    }

    private static Map<BucketKey, Manifest> newest(Collection<Manifest> buckets) {
      Map<BucketKey, Manifest> newest = new HashMap<>();
      for (Manifest bucket : buckets) {
        newest.merge(window(bucket), bucket, (a, b) -> a.generation() >= b.generation() ? a : b);
      }
      return newest;
    }

    private static BucketKey window(Manifest bucket) {
      return new BucketKey(bucket.shard(), bucket.tier(), bucket.startMillis(), 0);
    }

    /// Returns whether the lowest higher tier with its window contains it. If tiers are skipped
    /// between, the skipped bucket existed and is gone.
    private boolean isFollowed(Manifest bucket, Collection<Manifest> others) {
      return others.stream()
          .filter(other -> isLater(other, bucket))
          .min(Comparator.comparingInt(Manifest::tier))
          .filter(next -> hasRawOf(next, bucket))
          .map(next -> next.tier() > bucket.tier() + 1 || isMadeOf(next, bucket.bucket()))
          .orElse(false);
    }

    /// Returns whether a bucket has the raw datapoints of a lower one that must be kept.
    private boolean hasRawOf(Manifest next, Manifest bucket) {
      return next.raw() || !bucket.raw() || bucket.endMillis() + disk.rawTtl().toMillis() <= now;
    }

    private static boolean isLater(Manifest other, Manifest bucket) {
      return other.tier() > bucket.tier()
          && other.startMillis() <= bucket.startMillis()
          && other.endMillis() >= bucket.endMillis();
    }

    private static boolean isMadeOf(Manifest next, BucketKey bucket) {
      return next.inputs().stream()
          .flatMap(key -> TierKeys.parseTier(key).stream())
          .map(TierKeys.Entry::bucket)
          .anyMatch(
              input ->
                  input.tier() == bucket.tier()
                      && input.startMillis() == bucket.startMillis()
                      && input.generation() >= bucket.generation());
    }
  }
}

package goku.longterm.bulkload;

import goku.model.Disk;
import goku.model.Namespace;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.TierKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The buckets that a shard ingests and drops, so that it serves all retained time as S3 has it and
/// never has a gap.
///
/// - Of each window the newest generation is brought in; older ones go when it is here.
/// - A bucket whose time has passed goes when one of the next tier that was made of it is here.
///   That of the next tier may have been made of an older generation: then it waits for the next
///   one.
/// - One whose time has passed is not brought in when S3 has such a bucket of the next tier.
/// - When the namespace keeps nothing of its time any more, it goes at once.
///
/// @param ingest in no order
/// @param drop in no order
record BulkLoadPlan(List<Manifest> ingest, List<BucketKey> drop) {
  BulkLoadPlan {
    ingest = List.copyOf(ingest);
    drop = List.copyOf(drop);
  }

  /// @param stored in S3, of one shard
  /// @param ingested completely here, of the same
  static BulkLoadPlan of(
      Collection<Manifest> stored,
      Collection<Manifest> ingested,
      Namespace namespace,
      Instant now) {
    return namespace
        .disk()
        .map(disk -> new Decision(stored, ingested, disk, now.toEpochMilli()).make())
        .orElseGet(() -> new BulkLoadPlan(List.of(), List.of()));
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

    /// Whether the time of its tier has passed. One of a tier that is not configured any more stays
    /// as long as anything is kept.
    private boolean isOver(Manifest bucket, Map<Integer, Duration> ttls) {
      Duration ttl = ttls.getOrDefault(bucket.tier(), disk.ttl());
      return bucket.endMillis() + ttl.toMillis() <= now;
    }

    /// Whether the namespace keeps anything of its time. Of the last tier this is all there is to
    /// know.
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

    /// Whether the next tier that has its window has what it has. If that is not the very next one,
    /// what it was made of has come and gone.
    private static boolean isFollowed(Manifest bucket, Collection<Manifest> others) {
      return others.stream()
          .filter(other -> isLater(other, bucket))
          .min(Comparator.comparingInt(Manifest::tier))
          .map(next -> next.tier() > bucket.tier() + 1 || isMadeOf(next, bucket.bucket()))
          .orElse(false);
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

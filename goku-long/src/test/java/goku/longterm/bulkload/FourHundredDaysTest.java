package goku.longterm.bulkload;

import static org.assertj.core.api.Assertions.assertThat;

import goku.longterm.Buckets;
import goku.model.Namespace;
import goku.model.Tier;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A test with a compactor that makes manifests, late and again when datapoints come late, and
/// removes its inputs. A node follows it, and now and then starts empty.
class FourHundredDaysTest {
  private static final long STEP = Duration.ofHours(2).toMillis();
  private static final long FIRST = Buckets.key(5, 300, 1).startMillis();
  private static final int GROWTH = 4;
  private static final Namespace NAMESPACE = Buckets.namespace();
  private static final List<Tier> TIERS = NAMESPACE.disk().orElseThrow().tiers();

  private final Random random = new Random(7);
  private final Map<BucketKey, Manifest> stored = new TreeMap<>();
  private final Map<BucketKey, Manifest> ingested = new TreeMap<>();

  /// The generation of each window of the first tier, for each bucket.
  private final Map<BucketKey, Map<Long, Integer>> content = new HashMap<>();

  private final Map<Long, Integer> seen = new HashMap<>();
  private long now = FIRST;

  @Test
  void fourHundredDaysHaveNoGapAndAFlatDisk() {
    var early = new IntSummaryStatistics();
    var late = new IntSummaryStatistics();
    for (int day = 0; day < 500; day++) {
      for (int i = 0; i < 12; i++) {
        now += STEP;
        compact();
        if (random.nextInt(200) == 0) {
          ingested.clear();
          follow(true);
        } else {
          follow(false);
        }
        assertThat(hole()).as("day %d", day).isEqualTo(-1);
        assertThat(nothingIsForgotten()).as("day %d", day).isTrue();
      }
      if (day >= 430) {
        (day < 465 ? early : late).accept(ingested.size());
      }
    }
    assertThat(late.getMax()).isLessThanOrEqualTo(early.getMax() + 3).isLessThan(80);
    assertThat(late.getMin()).isGreaterThanOrEqualTo(early.getMin() - 3);
  }

  /// Builds buckets: each tier lags by up to a few hours, and one in fifty windows of the first
  /// tier is built again within its first day.
  private void compact() {
    for (Tier tier : TIERS) {
      long length = tier.bucket().toMillis();
      long last = tier.startOf(now - random.nextInt(5) * STEP) - length;
      for (long start = Math.max(FIRST, last - 8 * length); start <= last; start += length) {
        compact(tier, start);
      }
    }
    stored.values().removeIf(manifest -> isOver(manifest) && isSafe(manifest));
  }

  private void compact(Tier tier, long start) {
    Manifest before = newest(stored, tier.number(), start);
    List<BucketKey> inputs = tier.number() == 1 ? List.of() : inputs(tier, start);
    boolean again;
    if (before == null) {
      again = tier.number() == 1 || inputs.size() == GROWTH;
    } else if (tier.number() == 1) {
      again = before.endMillis() + Buckets.DAY.toMillis() > now && random.nextInt(200) == 0;
    } else {
      again = inputs.stream().anyMatch(i -> !before.inputs().contains(Buckets.markerKey(i)));
    }
    if (again && (before != null || !isPast(tier, start))) {
      long number = start / tier.bucket().toMillis();
      int generation = before == null ? 1 : before.generation() + 1;
      BucketKey key = Buckets.key(tier.number(), number, generation);
      stored.put(key, Buckets.manifest(key, inputs));
      Map<Long, Integer> of = new HashMap<>();
      if (before != null) {
        of.putAll(contentOf(before.bucket()));
      }
      inputs.forEach(input -> of.putAll(contentOf(input)));
      content.put(key, tier.number() == 1 ? Map.of(start, generation) : of);
    }
  }

  private boolean isPast(Tier tier, long start) {
    return tier.number() < TIERS.size()
        && stored.values().stream()
            .anyMatch(
                m -> m.tier() > tier.number() && m.startMillis() <= start && m.endMillis() > start);
  }

  private List<BucketKey> inputs(Tier tier, long start) {
    Tier below = TIERS.get(tier.number() - 2);
    long end = start + tier.bucket().toMillis();
    return LongStream.iterate(start, s -> s < end, s -> s + below.bucket().toMillis())
        .mapToObj(s -> newest(stored, below.number(), s))
        .filter(Objects::nonNull)
        .map(Manifest::bucket)
        .toList();
  }

  private boolean isOver(Manifest manifest) {
    return manifest.endMillis() + TIERS.get(manifest.tier() - 1).ttl().toMillis() <= now;
  }

  private boolean isSafe(Manifest manifest) {
    return manifest.tier() == TIERS.size()
        || stored.values().stream()
            .anyMatch(
                next ->
                    next.tier() == manifest.tier() + 1
                        && next.inputs().contains(Buckets.markerKey(manifest.bucket())))
        || !manifest.equals(newest(stored, manifest.tier(), manifest.startMillis()));
  }

  private void follow(boolean completely) {
    BulkLoadPlan wanted = wanted();
    List<Manifest> next = new ArrayList<>(wanted.ingest());
    next.sort(Comparator.comparing(Manifest::bucket));
    for (Manifest manifest : next) {
      // downloads take their time
      if (completely || random.nextInt(4) > 0 || isOver(manifest)) {
        ingested.put(manifest.bucket(), manifest);
        wanted().drop().forEach(ingested::remove);
      }
    }
    wanted().drop().forEach(ingested::remove);
    if (completely) {
      assertThat(wanted().ingest()).isEmpty();
    }
  }

  private BulkLoadPlan wanted() {
    return BulkLoadPlan.of(
        stored.values(), List.copyOf(ingested.values()), NAMESPACE, Instant.ofEpochMilli(now));
  }

  /// Returns the first time that the node lacks although it had a day to fetch it from S3; -1 if
  /// there is none.
  private long hole() {
    long kept = NAMESPACE.disk().orElseThrow().ttl().toMillis();
    long reached = Math.max(FIRST, now - kept);
    List<Manifest> ascending = new ArrayList<>(ingested.values());
    ascending.sort(Comparator.comparingLong(Manifest::startMillis));
    for (Manifest manifest : ascending) {
      if (manifest.startMillis() > reached) {
        break;
      }
      reached = Math.max(reached, manifest.endMillis());
    }
    return reached >= now - 2 * Buckets.DAY.toMillis() ? -1 : reached;
  }

  /// Returns whether each window of the first tier is served with all datapoints served before.
  private boolean nothingIsForgotten() {
    Map<Long, Integer> served = new HashMap<>();
    ingested.values().stream()
        .sorted(Comparator.comparingInt(Manifest::generation).reversed())
        .sorted(Comparator.comparingInt(Manifest::tier))
        .forEach(manifest -> contentOf(manifest.bucket()).forEach(served::putIfAbsent));
    boolean kept =
        served.entrySet().stream()
            .allMatch(entry -> seen.getOrDefault(entry.getKey(), 0) <= entry.getValue());
    seen.putAll(served);
    return kept;
  }

  private Map<Long, Integer> contentOf(BucketKey bucket) {
    return Objects.requireNonNull(content.get(bucket));
  }

  private static @Nullable Manifest newest(Map<BucketKey, Manifest> all, int tier, long start) {
    return all.values().stream()
        .filter(manifest -> manifest.tier() == tier && manifest.startMillis() == start)
        .max(Comparator.comparingInt(Manifest::generation))
        .orElse(null);
  }
}

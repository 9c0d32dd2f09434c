package goku.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The data of a namespace that GokuL keeps: raw datapoints for `rawTtl`, and rollups for longer.
///
/// @param rollups ascending by interval; a coarser rollup is kept longer than a finer one
/// @param coldAfter tiers with a longer TTL are stored on the slow and cheap disks
/// @param sharding how GokuL distributes the series; empty: like GokuS
public record Disk(
    Duration rawTtl, List<Rollup> rollups, Duration coldAfter, Optional<Sharding> sharding) {
  /// The growth factor between the tiers of Table 3.
  private static final int GROWTH = 4;

  private static final Duration FIRST_BUCKET = Duration.ofHours(6);

  /// The shortest TTL of a bucket that has a next tier, in lengths of the bucket. The bucket must
  /// live until the next tier has been built, with one length to spare.
  private static final int PREPARING_LENGTHS = 5;

  /// The largest tier whose length is computed, some 700 years.
  private static final int LARGEST = 12;

  private static final Duration COLD_AFTER = Duration.ofDays(80);

  public Disk {
    rollups = rollups.stream().sorted(Comparator.comparing(Rollup::interval)).toList();
  }

  public Disk(Duration rawTtl, List<Rollup> rollups) {
    this(rawTtl, rollups, COLD_AFTER, Optional.empty());
  }

  /// Returns the length of the windows of a tier, which is the same in all configurations.
  public static Duration bucket(int tier) {
    Duration bucket = FIRST_BUCKET;
    for (int larger = 1; larger < Math.min(tier, LARGEST); larger++) {
      bucket = bucket.multipliedBy(GROWTH);
    }
    return bucket;
  }

  /// Returns the time after which no data is kept.
  public Duration ttl() {
    return rollups.isEmpty() ? rawTtl : rollups.getLast().ttl();
  }

  /// Returns the tiers, ascending. Raw datapoints and each rollup end with the largest tier of
  /// which five buckets fit into their TTL. The defaults give Table 3. A tier with a shorter TTL is
  /// kept as long as the next tier needs it.
  public List<Tier> tiers() {
    List<Tier> tiers = new ArrayList<>();
    Optional<Duration> finest = rollups.stream().map(Rollup::interval).findFirst();
    addTiers(tiers, rawTtl, true, finest, rollups.isEmpty());
    for (Rollup rollup : rollups) {
      boolean last = rollup.equals(rollups.getLast());
      addTiers(tiers, rollup.ttl(), false, Optional.of(rollup.interval()), last);
    }
    return tiers;
  }

  /// Adds at least one tier: those that lead to the last tier with this TTL.
  private void addTiers(
      List<Tier> tiers, Duration ttl, boolean raw, Optional<Duration> rollup, boolean last) {
    Duration bucket =
        tiers.isEmpty() ? FIRST_BUCKET : tiers.getLast().bucket().multipliedBy(GROWTH);
    while (isShort(bucket.multipliedBy(GROWTH), ttl)) {
      add(tiers, bucket, bucket.multipliedBy(PREPARING_LENGTHS), raw, rollup);
      bucket = bucket.multipliedBy(GROWTH);
    }
    Duration needed = bucket.multipliedBy(PREPARING_LENGTHS);
    boolean enough = last || ttl.compareTo(needed) >= 0;
    add(tiers, bucket, enough ? ttl : needed, raw, rollup);
  }

  private static boolean isShort(Duration bucket, Duration ttl) {
    return bucket.multipliedBy(PREPARING_LENGTHS).compareTo(ttl) <= 0;
  }

  private void add(
      List<Tier> tiers, Duration bucket, Duration ttl, boolean raw, Optional<Duration> rollup) {
    boolean cold = ttl.compareTo(coldAfter) > 0;
    tiers.add(new Tier(tiers.size() + 1, bucket, ttl, raw, rollup, cold));
  }
}

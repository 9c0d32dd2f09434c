package goku.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What of a namespace GokuL keeps: raw datapoints for `rawTtl`, then the rollups.
///
/// @param rollups ascending by interval; each is kept longer than those of a shorter one
/// @param coldAfter tiers that are kept longer lie on the slow and cheap disks
/// @param sharding how GokuL spreads the series; empty: as GokuS does
public record Disk(
    Duration rawTtl, List<Rollup> rollups, Duration coldAfter, Optional<Sharding> sharding) {
  /// The tiers of Table 3 grow by this factor.
  private static final int GROWTH = 4;

  private static final Duration FIRST_BUCKET = Duration.ofHours(6);

  /// A bucket of a tier with a next one is kept for so many of its lengths at least: until the next
  /// one can have been made, with one to spare.
  private static final int PREPARING_LENGTHS = 5;

  private static final Duration COLD_AFTER = Duration.ofDays(80);

  public Disk {
    rollups = rollups.stream().sorted(Comparator.comparing(Rollup::interval)).toList();
  }

  public Disk(Duration rawTtl, List<Rollup> rollups) {
    this(rawTtl, rollups, COLD_AFTER, Optional.empty());
  }

  /// The time after which nothing is kept.
  public Duration ttl() {
    return rollups.isEmpty() ? rawTtl : rollups.getLast().ttl();
  }

  /// The tiers, ascending. Raw datapoints and each rollup end with the largest tier of which five
  /// buckets fit into their time; with the defaults this gives Table 3. A tier that a shorter time
  /// ends with is kept as long as the next one needs it.
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

  /// Adds the tiers that lead to the last one with this time to live: at least one.
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

package goku.longterm.read.cover;

import goku.model.Disk;
import goku.model.Rollup;
import goku.model.Tier;
import goku.tier.Manifest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// The tiers of Table 3, and their buckets without content.
public final class CoverFixture {
  public static final long MINUTE = 60_000;
  public static final long HOUR = 60 * MINUTE;
  public static final long DAY = 24 * HOUR;
  public static final long QUARTER = 15 * MINUTE;

  public static final Disk DISK =
      new Disk(
          Duration.ofDays(24),
          List.of(
              new Rollup(Duration.ofMinutes(15), Duration.ofDays(80)),
              new Rollup(Duration.ofMinutes(60), Duration.ofDays(384))));

  /// A multiple of the longest window, 64 days, so that windows of all tiers begin here.
  public static final long EPOCH = 64 * DAY * 300;

  private CoverFixture() {}

  public static Tier tier(int number) {
    return DISK.tiers().get(number - 1);
  }

  /// Returns the bucket of a tier that holds the time.
  public static Manifest bucket(int tier, long millis) {
    Tier of = tier(tier);
    return new Manifest(
        Manifest.VERSION,
        "ns",
        0,
        tier,
        of.startOf(millis),
        of.bucket().toMillis(),
        1,
        of.raw(),
        of.rollup().map(Duration::toMillis).orElse(0L),
        1,
        1,
        List.of(),
        List.of());
  }

  public static Instant at(long millis) {
    return Instant.ofEpochMilli(millis);
  }
}

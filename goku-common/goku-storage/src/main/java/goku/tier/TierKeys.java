package goku.tier;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The keys in S3; the table is in the package's description.
public final class TierKeys {
  public static final String MARKER = "complete.json";

  private static final long MILLIS = 1000;
  private static final String GOKU = ".goku";
  private static final Pattern FINALIZED =
      Pattern.compile("short/(\\d{5})/bucket-(\\d{1,15})-(\\d{1,9})\\.goku");
  private static final Pattern SHUFFLED =
      Pattern.compile("shuffled/(\\d{5})/(\\d{1,15})-(\\d{1,9})/(.+)");
  private static final Pattern TIER =
      Pattern.compile("long/(\\d{5})/tier-(\\d{1,3})/(\\d{1,15})-(\\d{1,9})/(.+)");

  private TierKeys() {}

  /// An object below the directory of a bucket.
  ///
  /// @param name behind the last slash
  public record Entry(BucketKey bucket, String name) {
    public boolean isMarker() {
      return name.equals(MARKER);
    }
  }

  /// The file of a finalized bucket, tier 0.
  public static String finalized(BucketKey bucket) {
    return "short/%05d/bucket-%d-%d.goku"
        .formatted(bucket.shard(), bucket.startMillis() / MILLIS, bucket.generation());
  }

  public static Optional<BucketKey> parseFinalized(String key) {
    Matcher match = FINALIZED.matcher(key);
    return match.matches()
        ? Optional.of(bucket(match.group(1), "0", match.group(2), match.group(3)))
        : Optional.empty();
  }

  /// What the keys of a shuffled bucket begin with.
  ///
  /// @param bucket of tier 0
  public static String shuffledDirectory(BucketKey bucket) {
    return "shuffled/%05d/%d-%d/"
        .formatted(bucket.shard(), bucket.startMillis() / MILLIS, bucket.generation());
  }

  /// The marker of a shuffled bucket.
  public static String shuffledMarker(BucketKey bucket) {
    return shuffledDirectory(bucket) + MARKER;
  }

  /// The part of a shuffled bucket that goes to a shard of GokuL.
  public static String shuffled(BucketKey bucket, int diskShard) {
    return shuffledDirectory(bucket) + "%05d".formatted(diskShard) + GOKU;
  }

  public static Optional<Entry> parseShuffled(String key) {
    Matcher match = SHUFFLED.matcher(key);
    return match.matches()
        ? Optional.of(
            new Entry(bucket(match.group(1), "0", match.group(2), match.group(3)), match.group(4)))
        : Optional.empty();
  }

  /// What the keys of all tiers of a shard of GokuL begin with.
  public static String shardDirectory(int diskShard) {
    return "long/%05d/".formatted(diskShard);
  }

  /// What the keys of a bucket of a tier begin with.
  public static String tierDirectory(BucketKey bucket) {
    return shardDirectory(bucket.shard())
        + "tier-%d/%d-%d/"
            .formatted(bucket.tier(), bucket.startMillis() / MILLIS, bucket.generation());
  }

  /// The marker of a bucket of a tier.
  public static String tierMarker(BucketKey bucket) {
    return tierDirectory(bucket) + MARKER;
  }

  public static Optional<Entry> parseTier(String key) {
    Matcher match = TIER.matcher(key);
    return match.matches()
        ? Optional.of(
            new Entry(
                bucket(match.group(1), match.group(2), match.group(3), match.group(4)),
                match.group(5)))
        : Optional.empty();
  }

  private static BucketKey bucket(String shard, String tier, String start, String generation) {
    return new BucketKey(
        Integer.parseInt(shard),
        Integer.parseInt(tier),
        Long.parseLong(start) * MILLIS,
        Integer.parseInt(generation));
  }
}

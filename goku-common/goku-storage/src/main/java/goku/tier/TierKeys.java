package goku.tier;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The keys of objects in S3. The package comment lists them.
public final class TierKeys {
  public static final String MARKER = "complete.json";

  private static final long MILLIS = 1000;
  private static final String GOKU = ".goku";
  private static final String DAMAGE_NOTE = ".damaged";
  private static final Pattern FINALIZED =
      Pattern.compile("short/(\\d{5})/bucket-(\\d{1,15})-(\\d{1,9})\\.goku");
  private static final Pattern SHUFFLED =
      Pattern.compile("shuffled/(\\d{5})/(\\d{1,15})-(\\d{1,9})/(.+)");
  private static final Pattern TIER =
      Pattern.compile("long/(\\d{5})/tier-(\\d{1,3})/(\\d{1,15})-(\\d{1,9})/(.+)");

  private TierKeys() {}

  /// An object in the directory of a bucket.
  ///
  /// @param name the part of the key after the directory
  public record Entry(BucketKey bucket, String name) {
    public boolean isMarker() {
      return name.equals(MARKER);
    }
  }

  /// Returns the key of the file of a finalized bucket, tier 0.
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

  /// Returns the key of the note that a node found an object of GokuS corrupt.
  public static String damageNote(String key) {
    return key + DAMAGE_NOTE;
  }

  /// Returns the name or key of the object that a note is about; empty if this is not a note.
  public static Optional<String> parseDamageNote(String key) {
    return key.endsWith(DAMAGE_NOTE)
        ? Optional.of(key.substring(0, key.length() - DAMAGE_NOTE.length()))
        : Optional.empty();
  }

  /// Returns the prefix of the keys of a shuffled bucket.
  ///
  /// @param bucket a bucket of tier 0
  public static String shuffledDirectory(BucketKey bucket) {
    return "shuffled/%05d/%d-%d/"
        .formatted(bucket.shard(), bucket.startMillis() / MILLIS, bucket.generation());
  }

  /// Returns the key of the marker of a shuffled bucket.
  public static String shuffledMarker(BucketKey bucket) {
    return shuffledDirectory(bucket) + MARKER;
  }

  /// Returns the key of the part of a shuffled bucket for a shard of GokuL.
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

  /// Returns the prefix of the keys of all tiers of a shard of GokuL.
  public static String shardDirectory(int diskShard) {
    return "long/%05d/".formatted(diskShard);
  }

  /// Returns the prefix of the keys of a bucket of a tier.
  public static String tierDirectory(BucketKey bucket) {
    return shardDirectory(bucket.shard())
        + "tier-%d/%d-%d/"
            .formatted(bucket.tier(), bucket.startMillis() / MILLIS, bucket.generation());
  }

  /// Returns the key of the marker of a bucket of a tier.
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

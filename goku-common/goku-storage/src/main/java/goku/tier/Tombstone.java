package goku.tier;

import com.dynatrace.hash4j.hashing.Hashing;
import goku.format.CorruptException;
import goku.format.NotOursException;
import goku.format.delete.DeleteReader;
import goku.format.delete.DeleteRecord;
import java.util.HexFormat;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A delete of data that a shard of GokuL has on disk: an object in S3 that applies to all data in
/// its range, no matter when the data was made. No new datapoints arrive in its range. Applying it
/// late, twice or in another order therefore has the same result.
///
/// @param key key of the object, which contains the hash of the content
/// @param shard number of the shard of GokuL
/// @param madeMillis time of the request, in milliseconds since the epoch
public record Tombstone(String key, int shard, long madeMillis, DeleteRecord delete) {
  private static final Pattern KEY =
      Pattern.compile("long/(\\d{5})/deletes/(\\d{1,15})-([0-9a-f]{16})\\.goku");

  /// Returns the tombstone of the content, with its new key.
  ///
  /// @throws goku.format.FormatException when the content is not a delete
  public static Tombstone of(int shard, long madeMillis, byte[] content) {
    String key =
        "%sdeletes/%d-%s.goku"
            .formatted(TierKeys.shardDirectory(shard), madeMillis, checksum(content));
    return new Tombstone(key, shard, madeMillis, DeleteReader.read(content));
  }

  /// Returns the shard of GokuL of a tombstone. Empty if the key is not that of a tombstone.
  public static OptionalInt shardOf(String key) {
    Matcher match = KEY.matcher(key);
    return match.matches() ? OptionalInt.of(Integer.parseInt(match.group(1))) : OptionalInt.empty();
  }

  /// Parses the content of the object with the key.
  ///
  /// @throws goku.format.FormatException when the content is not a delete or has a later version
  public static Tombstone parse(byte[] content, String key) {
    Matcher match = KEY.matcher(key);
    if (!match.matches()) {
      throw new NotOursException(key, 0, "not the key of a delete", KEY.pattern());
    }
    if (!checksum(content).equals(match.group(3))) {
      throw new CorruptException(key, 0, "checksum " + checksum(content), match.group(3));
    }
    return of(Integer.parseInt(match.group(1)), Long.parseLong(match.group(2)), content);
  }

  /// Returns whether both are the same delete, even if requested at different times.
  public boolean isSame(Tombstone other) {
    return hash().equals(other.hash()) && shard == other.shard;
  }

  /// Returns whether the range overlaps the window.
  ///
  /// @param endMillis the first millisecond after the window
  public boolean touches(long startMillis, long endMillis) {
    return delete.range().startMillis() < endMillis && delete.range().endMillis() >= startMillis;
  }

  /// Returns whether the range contains the whole window.
  ///
  /// @param endMillis the first millisecond after the window
  public boolean covers(long startMillis, long endMillis) {
    return delete.range().startMillis() <= startMillis
        && delete.range().endMillis() >= endMillis - 1;
  }

  private String hash() {
    return key.substring(key.lastIndexOf('-'));
  }

  private static String checksum(byte[] content) {
    return HexFormat.of().toHexDigits(Hashing.xxh3_64().hashBytesToLong(content));
  }
}

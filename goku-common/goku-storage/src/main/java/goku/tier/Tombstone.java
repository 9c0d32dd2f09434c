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

/// A delete of what a shard of GokuL has on disk: an object in S3, which applies to everything in
/// its range, whenever that was made. Its range lies where no datapoints come any more, so that
/// applying it late, or twice, or in another order gives the same.
///
/// @param key of the object, which holds the hash of the content
/// @param shard of GokuL
/// @param madeMillis when it was asked for
public record Tombstone(String key, int shard, long madeMillis, DeleteRecord delete) {
  private static final Pattern KEY =
      Pattern.compile("long/(\\d{5})/deletes/(\\d{1,15})-([0-9a-f]{16})\\.goku");

  /// The delete that the content says, under the key that it gets.
  ///
  /// @throws goku.format.FormatException when it says none
  public static Tombstone of(int shard, long madeMillis, byte[] content) {
    String key =
        "%sdeletes/%d-%s.goku"
            .formatted(TierKeys.shardDirectory(shard), madeMillis, checksum(content));
    return new Tombstone(key, shard, madeMillis, DeleteReader.read(content));
  }

  /// The shard of GokuL that an object is a delete of; empty when it is none.
  public static OptionalInt shardOf(String key) {
    Matcher match = KEY.matcher(key);
    return match.matches() ? OptionalInt.of(Integer.parseInt(match.group(1))) : OptionalInt.empty();
  }

  /// Reads the content of the object with the key.
  ///
  /// @throws goku.format.FormatException when it is none, or of a later version
  public static Tombstone parse(byte[] content, String key) {
    Matcher match = KEY.matcher(key);
    if (!match.matches()) {
      throw new NotOursException(key, 0, "no key of a delete", KEY.pattern());
    }
    if (!checksum(content).equals(match.group(3))) {
      throw new CorruptException(key, 0, "checksum " + checksum(content), match.group(3));
    }
    return of(Integer.parseInt(match.group(1)), Long.parseLong(match.group(2)), content);
  }

  /// Whether both are the same delete, maybe asked for at different times.
  public boolean isSame(Tombstone other) {
    return hash().equals(other.hash()) && shard == other.shard;
  }

  /// Whether its range has something of the window.
  ///
  /// @param endMillis the first millisecond behind it
  public boolean touches(long startMillis, long endMillis) {
    return delete.range().startMillis() < endMillis && delete.range().endMillis() >= startMillis;
  }

  /// Whether all of the window lies in its range.
  ///
  /// @param endMillis the first millisecond behind it
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

package goku.format.sst;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/// The check of a series: 32 bits that together with the hash of its name identify the series. It
/// is mixed from hashes of the terms, so the name need not be assembled. Stateless.
public final class SeriesCheck {
  private static final Hasher64 XXH3 = Hashing.xxh3_64(0x476F_6B75L);

  private SeriesCheck() {}

  /// Returns the hash of a metric or of a pair, `key=value`: the lower half of its XXH3.
  public static int ofTerm(byte[] utf8) {
    return (int) XXH3.hashBytesToLong(utf8);
  }

  /// Returns the check of a series.
  ///
  /// @param hashes hashes of all terms, by term number
  /// @param terms terms of the series: the metric, then the pairs ascending by key
  public static int of(int[] hashes, int[] terms, int count) {
    int check = 0;
    for (int i = 0; i < count; i++) {
      check = mix(check, hashes[terms[i]]);
    }
    return finish(check, count);
  }

  /// Mixes in the next term, in the order of the name. The first check is 0.
  public static int mix(int check, int term) {
    int mixed = term * 0xCC9E_2D51;
    mixed = Integer.rotateLeft(mixed, 15) * 0x1B87_3593;
    return Integer.rotateLeft(check ^ mixed, 13) * 5 + 0xE654_6B64;
  }

  /// Returns the final check, after the last term.
  ///
  /// @param terms number of terms
  public static int finish(int check, int terms) {
    int mixed = check ^ (terms * Integer.BYTES);
    mixed = (mixed ^ (mixed >>> 16)) * 0x85EB_CA6B;
    mixed = (mixed ^ (mixed >>> 13)) * 0xC2B2_AE35;
    return mixed ^ (mixed >>> 16);
  }
}

package goku.ingest.parse;

/// Eight decimal ASCII digits, parsed at once. Timestamps have ten or thirteen digits.
final class EightDigits {
  static final int COUNT = Long.BYTES;

  private static final long ZEROS = 0x3030303030303030L;
  private static final long HIGH_HALVES = 0xF0F0F0F0F0F0F0F0L;

  /// The addend that carries a digit above 9 out of its half byte.
  private static final long SIX = 0x0606060606060606L;

  private EightDigits() {}

  /// Returns whether all eight bytes are digits.
  static boolean areAt(byte[] bytes, int start) {
    long text = EightBytes.at(bytes, start);
    return (text & HIGH_HALVES) == ZEROS && ((text + SIX) & HIGH_HALVES) == ZEROS;
  }

  /// Returns the number that the digits form. Neighbours are combined three times: into numbers of
  /// two digits, of four and of eight. The first digit is the lowest byte.
  static long at(byte[] bytes, int start) {
    long digits = EightBytes.at(bytes, start) - ZEROS;
    long pairs = (digits * 10 + (digits >>> 8)) & 0x00FF00FF00FF00FFL;
    long fours = (pairs * 100 + (pairs >>> 16)) & 0x0000FFFF0000FFFFL;
    return (fours * 10_000 + (fours >>> 32)) & 0xFFFFFFFFL;
  }
}

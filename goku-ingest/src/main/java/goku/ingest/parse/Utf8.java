package goku.ingest.parse;

/// A decoder of single UTF-8 characters that rejects overlong forms, surrogates and truncated
/// sequences.
final class Utf8 {
  private Utf8() {}

  /// Returns the character that begins at `at`, or -1 for an invalid sequence.
  static int codePointAt(byte[] bytes, int at, int end) {
    int first = bytes[at];
    if (first >= 0) {
      return first;
    }
    if (first >= -32 && first < -16) { // 1110xxxx
      return decode(bytes, at, end, 3, first & 0x0f);
    }
    if (first >= -64 && first < -32) { // 110xxxxx
      return decode(bytes, at, end, 2, first & 0x1f);
    }
    return first >= -16 && first < -8 ? decode(bytes, at, end, 4, first & 0x07) : -1;
  }

  /// Returns whether all bytes from `start` on form valid characters.
  static boolean isValid(byte[] bytes, int start, int end) {
    int at = start;
    while (at < end) {
      int codePoint = codePointAt(bytes, at, end);
      if (codePoint < 0) {
        return false;
      }
      at += length(codePoint);
    }
    return true;
  }

  /// Returns the number of bytes of a character.
  static int length(int codePoint) {
    if (codePoint < 0x80) {
      return 1;
    }
    if (codePoint < 0x800) {
      return 2;
    }
    return codePoint < 0x10000 ? 3 : 4;
  }

  private static int decode(byte[] bytes, int at, int end, int length, int firstBits) {
    if (end - at < length) {
      return -1;
    }
    int codePoint = firstBits;
    for (int i = 1; i < length; i++) {
      if ((bytes[at + i] & 0xc0) != 0x80) {
        return -1;
      }
      codePoint = (codePoint << 6) | (bytes[at + i] & 0x3f);
    }
    boolean surrogate =
        codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    return surrogate || length(codePoint) != length || codePoint > Character.MAX_CODE_POINT
        ? -1
        : codePoint;
  }
}

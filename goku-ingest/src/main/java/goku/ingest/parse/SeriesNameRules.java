package goku.ingest.parse;

/// The rules for the names of metrics, tag keys and tag values. Immutable.
///
/// Generous rules allow series without tags and every character but control characters. Only a tag
/// value may contain `=`. Blanks and `= { } , "` are allowed only in JSON, and in a word of a line
/// that is in quotes. Strict rules are OpenTSDB's: letters, also beyond ASCII, digits and `- _ .
/// /`, one to eight tags, and single blanks between the words of a line.
public final class SeriesNameRules {
  static final int STRICT_MAX_TAGS = 8;

  private static final String GENEROUS_FORBIDDEN = "={},\"\u007f";
  private static final String STRICT_PUNCTUATION = "-_./";

  private final boolean strict;
  private final int maxTags;
  private final int maxWordBytes;
  private final int maxNameBytes;
  private final boolean[] plain = new boolean[256];

  private SeriesNameRules(boolean strict, int maxTags, int maxWordBytes, int maxNameBytes) {
    this.strict = strict;
    this.maxTags = maxTags;
    this.maxWordBytes = maxWordBytes;
    this.maxNameBytes = maxNameBytes;
    for (char c = '!'; c < 0x80; c++) {
      plain[c] =
          strict
              ? Character.isLetterOrDigit(c) || STRICT_PUNCTUATION.indexOf(c) >= 0
              : GENEROUS_FORBIDDEN.indexOf(c) < 0;
    }
  }

  /// Returns rules that accept every name that can be stored.
  ///
  /// @param maxWordBytes of a metric, a tag key or a tag value
  /// @param maxNameBytes of the canonical name
  public static SeriesNameRules generous(int maxTags, int maxWordBytes, int maxNameBytes) {
    return new SeriesNameRules(false, maxTags, maxWordBytes, maxNameBytes);
  }

  public static SeriesNameRules strict(int maxWordBytes, int maxNameBytes) {
    return new SeriesNameRules(true, STRICT_MAX_TAGS, maxWordBytes, maxNameBytes);
  }

  public boolean strict() {
    return strict;
  }

  int maxTags() {
    return maxTags;
  }

  int maxWordBytes() {
    return maxWordBytes;
  }

  int maxNameBytes() {
    return maxNameBytes;
  }

  /// Returns the index of the first byte from `start` on that does not belong to a word, or `end`.
  int endOfWord(byte[] bytes, int start, int end) {
    int at = start;
    while (at < end && plain[bytes[at] & 0xff]) {
      at++;
    }
    return at < end && bytes[at] < 0 ? endOfForeignWord(bytes, at, end) : at;
  }

  /// Returns the index of the first byte from `start` on that no name may have, even in JSON or in
  /// quotes, or `end`.
  ///
  /// @param isValue whether the name is a tag value
  int endOfText(byte[] bytes, int start, int end, boolean isValue) {
    if (strict) {
      return endOfWord(bytes, start, end);
    }
    int at = start;
    while (at < end) {
      int codePoint = Utf8.codePointAt(bytes, at, end);
      if (codePoint < 0 || Character.isISOControl(codePoint) || (codePoint == '=' && !isValue)) {
        return at;
      }
      at += Utf8.length(codePoint);
    }
    return at;
  }

  /// Continues at a character beyond ASCII.
  private int endOfForeignWord(byte[] bytes, int start, int end) {
    int at = start;
    while (at < end) {
      if (bytes[at] < 0) {
        int codePoint = Utf8.codePointAt(bytes, at, end);
        if (codePoint < 0 || !allowsForeign(codePoint)) {
          return at;
        }
        at += Utf8.length(codePoint);
      } else if (plain[bytes[at]]) {
        at++;
      } else {
        return at;
      }
    }
    return at;
  }

  private boolean allowsForeign(int codePoint) {
    return strict
        ? Character.isLetter(codePoint)
        : !Character.isISOControl(codePoint)
            && !Character.isWhitespace(codePoint)
            && !Character.isSpaceChar(codePoint);
  }

  /// Returns the error for the byte at `at`, which a name from `start` to `end` must not have.
  static Rejection badCharacter(
      Reason reason, String field, byte[] bytes, int start, int at, int end) {
    int codePoint = Utf8.codePointAt(bytes, at, end);
    String shown = Rejection.show(bytes, start, end);
    if (codePoint < 0) {
      return new Rejection(
          Reason.BAD_UTF8,
          "Invalid %s (%s): not UTF-8 at byte %d".formatted(field, shown, at - start));
    }
    String character =
        codePoint > ' ' && codePoint != 0x7f
            ? Character.toString(codePoint)
            : "U+%04X".formatted(codePoint);
    return new Rejection(
        reason, "Invalid %s (%s): illegal character: %s".formatted(field, shown, character));
  }
}

package goku.ingest.parse;

/// The end of a JSON value, found by its quotes and brackets only. The value itself may be
/// malformed: then the values after it can still be read.
final class JsonEnd {
  /// The text ends within the value.
  static final int TRUNCATED = -1;

  /// No value begins there, or its brackets do not match.
  static final int BROKEN = -2;

  private JsonEnd() {}

  /// Returns the index after the value that begins at `start`, or `TRUNCATED` or `BROKEN`.
  static int of(byte[] text, int start, int end) {
    if (start == end) {
      return TRUNCATED;
    }
    return switch (text[start]) {
      case '{', '[' -> ofBrackets(text, start, end);
      case '"' -> ofString(text, start, end);
      default -> ofWord(text, start, end);
    };
  }

  private static int ofBrackets(byte[] text, int start, int end) {
    int braces = 0;
    int brackets = 0;
    int at = start;
    while (at < end) {
      if (text[at] == '"') {
        at = ofString(text, at, end);
        if (at == TRUNCATED) {
          return TRUNCATED;
        }
        continue;
      }
      switch (text[at++]) {
        case '{' -> braces++;
        case '}' -> braces--;
        case '[' -> brackets++;
        case ']' -> brackets--;
        default -> {}
      }
      if (braces < 0 || brackets < 0) {
        return BROKEN;
      }
      if (braces == 0 && brackets == 0) {
        return text[at - 1] == (text[start] == '{' ? '}' : ']') ? at : BROKEN;
      }
    }
    return TRUNCATED;
  }

  private static int ofString(byte[] text, int start, int end) {
    int at = start + 1;
    while (at < end && text[at] != '"') {
      at += text[at] == '\\' ? 2 : 1;
    }
    return at < end ? at + 1 : TRUNCATED;
  }

  /// A number, or a word such as `null`. The end of the text may have cut the word.
  private static int ofWord(byte[] text, int start, int end) {
    int at = start;
    while (at < end && !isDelimiter(text[at])) {
      at++;
    }
    if (at == end) {
      return TRUNCATED;
    }
    return at == start ? BROKEN : at;
  }

  private static boolean isDelimiter(byte b) {
    return switch (b) {
      case ' ', '\t', '\n', '\r', ',', ':', '"', '{', '}', '[', ']' -> true;
      default -> false;
    };
  }
}

package goku.standalone.logging;

import org.jspecify.annotations.Nullable;

/// The escapes of characters that clients could use to forge log lines: line ends, escape sequences
/// of terminals, and characters that change the direction of text.
final class ControlCharacters {
  private ControlCharacters() {}

  /// Returns the text with an escape such as `\n` for each of these characters; null for null.
  static @Nullable String escaped(@Nullable String text) {
    if (text == null || text.chars().noneMatch(ControlCharacters::isControl)) {
      return text;
    }
    var escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isControl(c)) {
        escape(c, escaped);
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }

  private static boolean isControl(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  private static void escape(char c, StringBuilder to) {
    switch (c) {
      case '\n' -> to.append("\\n");
      case '\r' -> to.append("\\r");
      case '\t' -> to.append("\\t");
      default -> to.append("\\u%04x".formatted((int) c));
    }
  }
}

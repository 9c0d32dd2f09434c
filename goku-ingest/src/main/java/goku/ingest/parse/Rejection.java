package goku.ingest.parse;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A rejected datapoint: the reason, and a message that names field, value and limit.
public record Rejection(Reason reason, String message) {
  private static final int SHOWN_CHARACTERS = 100;

  /// Returns the bytes in quotes for a message, truncated if they are long.
  static String show(byte[] bytes, int offset, int end) {
    // no character takes more than four bytes
    int length = Math.min(end - offset, SHOWN_CHARACTERS * 4);
    var text = new String(bytes, offset, length, UTF_8);
    if (text.length() > SHOWN_CHARACTERS) {
      text = text.substring(0, SHOWN_CHARACTERS) + "...";
    }
    return '"' + text + '"';
  }
}

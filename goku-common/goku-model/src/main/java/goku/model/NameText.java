package goku.model;

import static java.nio.charset.StandardCharsets.UTF_8;

/// The conversion between the text of a metric, a tag key, a tag value or a pair `key=value` and
/// its stored bytes. Stateless.
///
/// The stored bytes are the UTF-8 of the text, except that a blank is stored as the byte 0x1F: a
/// blank separates the components of a canonical name. No name contains the character U+001F,
/// because ingestors reject control characters. Names without a blank are therefore stored, hashed
/// and sorted as if there was no such escape. Both 0x1F and the blank are less than every other
/// byte of a name, so stored bytes also sort as the UTF-8 of their texts does.
///
/// A build from before this escape reads and stores such names as well. It shows the blank as
/// U+001F.
public final class NameText {
  /// The stored byte of a blank.
  public static final byte BLANK = 0x1f;

  private NameText() {}

  /// Returns the stored bytes of a text.
  public static byte[] bytes(String text) {
    return text.replace(' ', (char) BLANK).getBytes(UTF_8);
  }

  /// Replaces the blanks in a part of the UTF-8 of a component, which becomes its stored bytes.
  public static void store(byte[] utf8, int start, int end) {
    for (int at = start; at < end; at++) {
      if (utf8[at] == ' ') {
        utf8[at] = BLANK;
      }
    }
  }

  /// Returns the text of stored bytes.
  public static String text(byte[] bytes) {
    return text(bytes, 0, bytes.length);
  }

  /// Returns the text of a part of stored bytes.
  public static String text(byte[] bytes, int offset, int length) {
    return new String(bytes, offset, length, UTF_8).replace((char) BLANK, ' ');
  }
}

package goku.ingest.parse;

import com.fasterxml.jackson.core.JsonParser;
import goku.model.NameText;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The strings of one JSON object, unescaped and in UTF-8, one after the other in an array. Owned
/// by one thread.
final class JsonText {
  /// A byte that UTF-8 never contains. It represents half of a surrogate pair, which JSON can
  /// escape separately.
  private static final byte NOT_UTF8 = (byte) 0xff;

  private static final byte[] NOTHING = {};
  private static final int LEAST_BYTES = 4096;

  private byte[] bytes = NOTHING;
  private int end;

  /// Reserves space for strings of a JSON text of this length. No string gets longer, because every
  /// escape is longer than its character.
  void prepare(int jsonLength) {
    if (bytes.length < jsonLength) {
      bytes = new byte[Math.max(jsonLength, LEAST_BYTES)];
    }
  }

  /// Frees the space.
  void forget() {
    bytes = NOTHING;
    end = 0;
  }

  void clear() {
    end = 0;
  }

  byte[] bytes() {
    return bytes;
  }

  int end() {
    return end;
  }

  /// Appends the `=` between key and value, and returns its index.
  int appendEquals() {
    bytes[end] = '=';
    return end++;
  }

  /// Appends the text of the current token and returns its start.
  int append(JsonParser json) throws IOException {
    int start = end;
    char[] characters = json.getTextCharacters();
    int from = json.getTextOffset();
    int to = from + json.getTextLength();
    for (int i = from; i < to; i++) {
      char c = characters[i];
      if (c < 0x80) {
        bytes[end++] = (byte) c;
      } else if (!Character.isSurrogate(c)) {
        appendCodePoint(c);
      } else if (Character.isHighSurrogate(c)
          && i + 1 < to
          && Character.isLowSurrogate(characters[i + 1])) {
        appendCodePoint(Character.toCodePoint(c, characters[++i]));
      } else {
        bytes[end++] = NOT_UTF8;
      }
    }
    return start;
  }

  /// Converts the text from `start` on to the stored bytes of a name. Returns null if the text is a
  /// valid name.
  ///
  /// @param isValue whether the name is a tag value
  @Nullable Rejection name(
      SeriesNameRules rules, boolean isValue, Reason reason, Supplier<String> field, int start) {
    int stop = rules.endOfText(bytes, start, end, isValue);
    if (stop < end) {
      return SeriesNameRules.badCharacter(reason, field.get(), bytes, start, stop, end);
    }
    NameText.store(bytes, start, end);
    return null;
  }

  private void appendCodePoint(int codePoint) {
    if (codePoint < 0x800) {
      bytes[end++] = (byte) (0xc0 | (codePoint >> 6));
    } else {
      if (codePoint < 0x10000) {
        bytes[end++] = (byte) (0xe0 | (codePoint >> 12));
      } else {
        bytes[end++] = (byte) (0xf0 | (codePoint >> 18));
        bytes[end++] = (byte) (0x80 | ((codePoint >> 12) & 0x3f));
      }
      bytes[end++] = (byte) (0x80 | ((codePoint >> 6) & 0x3f));
    }
    bytes[end++] = (byte) (0x80 | (codePoint & 0x3f));
  }
}

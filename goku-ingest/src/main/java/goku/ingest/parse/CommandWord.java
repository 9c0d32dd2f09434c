package goku.ingest.parse;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/// The first word of a line, which names its command. Immutable.
final class CommandWord {
  private final byte[] word;

  CommandWord(String word) {
    this.word = word.getBytes(US_ASCII);
  }

  /// Returns whether it is the first word of the line.
  boolean begins(byte[] bytes, int start, int end) {
    int stop = start + word.length;
    return end >= stop
        && Arrays.equals(bytes, start, stop, word, 0, word.length)
        && (end == stop || LineParser.isBlank(bytes[stop]));
  }

  int length() {
    return word.length;
  }
}

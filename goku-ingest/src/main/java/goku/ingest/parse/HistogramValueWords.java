package goku.ingest.parse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.jspecify.annotations.Nullable;

/// A parser of a histogram in a line, as in `0,1.75=12:1.75,3.5=16:u=1:o=2`, or encoded as in `42
/// AAEAAAAAP4AAAAUEyAE=`. Owned by one thread.
final class HistogramValueWords implements ValueWords {
  private final EncodedHistogram encoded;
  private final FixedRanges ranges;
  private int end;

  /// @param id the id of encoded histograms
  HistogramValueWords(boolean strict, int id) {
    encoded = new EncodedHistogram(strict, id);
    ranges = new FixedRanges(strict);
  }

  @Override
  public @Nullable Rejection parse(
      byte[] line, int start, int wordEnd, int lineEnd, Datapoint into) {
    end = wordEnd;
    ranges.clear();
    var word = new String(line, start, wordEnd - start, ISO_8859_1);
    Integer id = id(word);
    Rejection rejection = id == null ? readRanges(word) : readEncoded(id, line, lineEnd);
    return rejection == null ? ranges.finish(into) : rejection;
  }

  @Override
  public int end() {
    return end;
  }

  /// Returns the number that a word is; null for other words.
  private static @Nullable Integer id(String word) {
    try {
      return word.length() > 11 ? null : Integer.valueOf(word);
    } catch (NumberFormatException ranges) {
      return null;
    }
  }

  private @Nullable Rejection readEncoded(int id, byte[] line, int lineEnd) {
    int start = end;
    while (start < lineEnd && LineParser.isBlank(line[start])) {
      start++;
    }
    end = start;
    while (end < lineEnd && !LineParser.isBlank(line[end])) {
      end++;
    }
    Rejection rejection = encoded.checkId(id);
    return rejection == null ? encoded.read(line, start, end, ranges) : rejection;
  }

  private @Nullable Rejection readRanges(String word) {
    int start = 0;
    while (start <= word.length()) {
      int colon = word.indexOf(':', start);
      int stop = colon < 0 ? word.length() : colon;
      Rejection rejection = readRange(word.substring(start, stop));
      if (rejection != null) {
        return rejection;
      }
      start = stop + 1;
    }
    return null;
  }

  private @Nullable Rejection readRange(String text) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      return SentHistogram.invalid("bucket", Rejection.show(text), "wanted lower,upper=count");
    }
    long count;
    try {
      count = Long.parseLong(text.substring(equals + 1));
    } catch (NumberFormatException e) {
      return SentHistogram.invalid(
          "count of bucket", Rejection.show(text), "wanted 0 to " + Long.MAX_VALUE);
    }
    String bounds = text.substring(0, equals);
    switch (bounds) {
      case "u", "U" -> ranges.underflow(count);
      case "o", "O" -> ranges.overflow(count);
      default -> ranges.add(bounds, count);
    }
    return null;
  }
}

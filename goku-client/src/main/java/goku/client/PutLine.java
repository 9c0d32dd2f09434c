package goku.client;

import java.util.Map;
import java.util.TreeMap;

/// The format of put lines as OpenTSDB accepts them. Stateless.
final class PutLine {
  private static final String PUNCTUATION = "-_./";

  private PutLine() {}

  /// Returns the line of a double, which has a point even if it is whole.
  static String of(String metric, long timestampMillis, double value, Map<String, String> tags) {
    return of(metric, timestampMillis, Double.toString(value), tags);
  }

  /// Returns the line of an integer.
  static String of(String metric, long timestampMillis, long value, Map<String, String> tags) {
    return of(metric, timestampMillis, Long.toString(value), tags);
  }

  /// Returns `put <metric> <milliseconds> <value> <key>=<value>...`, with tags sorted by key.
  private static String of(
      String metric, long timestampMillis, String value, Map<String, String> tags) {
    var line = new StringBuilder(64).append("put ");
    appendClean(line, metric);
    line.append(' ').append(timestampMillis).append(' ').append(value);
    for (Map.Entry<String, String> tag : new TreeMap<>(tags).entrySet()) {
      appendClean(line.append(' '), tag.getKey());
      appendClean(line.append('='), tag.getValue());
    }
    return line.toString();
  }

  /// Returns a hash of the series: of everything but timestamp and value.
  static int seriesHash(String line) {
    int metricStart = line.startsWith("put ") ? 4 : 0;
    int metricEnd = endOfWord(line, metricStart);
    int tags = endOfWord(line, endOfWord(line, metricEnd + 1) + 1);
    int hash = 0;
    for (int at = metricStart; at < metricEnd; at++) {
      hash = hash * 31 + line.charAt(at);
    }
    for (int at = tags; at < line.length(); at++) {
      hash = hash * 31 + line.charAt(at);
    }
    return hash;
  }

  /// Returns the end of a word. A metric with blanks is in quotes.
  private static int endOfWord(String line, int start) {
    int from =
        start < line.length() && line.charAt(start) == '"' ? endOfQuotes(line, start) : start;
    int blank = from < line.length() ? line.indexOf(' ', from) : -1;
    return blank < 0 ? line.length() : blank;
  }

  private static int endOfQuotes(String line, int start) {
    int at = start + 1;
    while (at < line.length() && line.charAt(at) != '"') {
      at += line.charAt(at) == '\\' ? 2 : 1;
    }
    return at;
  }

  /// Keeps letters, also beyond ASCII, digits and `-_./`. Other characters and empty words become
  /// `_`.
  private static void appendClean(StringBuilder to, String word) {
    if (word.isEmpty()) {
      to.append('_');
    }
    word.codePoints().forEach(point -> to.appendCodePoint(isAllowed(point) ? point : '_'));
  }

  private static boolean isAllowed(int point) {
    return Character.isLetter(point)
        || (point >= '0' && point <= '9')
        || PUNCTUATION.indexOf(point) >= 0;
  }
}

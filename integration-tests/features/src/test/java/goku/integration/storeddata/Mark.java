package goku.integration.storeddata;

import java.util.regex.Pattern;

/// The mark of an answer that lacks datapoints.
///
/// @param text the value of the header `X-Goku-Partial`
/// @param nowMillis the time of the answer
record Mark(String text, long nowMillis) {
  private static final Pattern HOLE = Pattern.compile("(\\d+)-(\\d+) [a-z-]+");
  private static final Pattern COMPLETE_FROM = Pattern.compile("complete-from=(\\d+)");
  private static final Pattern LAG = Pattern.compile("lag=(\\d+)");

  /// Returns whether datapoints of the time may be missing. Which shard is missing is not
  /// distinguished.
  boolean covers(long millis) {
    if (text.contains("missing ")) {
      return true;
    }
    var from = COMPLETE_FROM.matcher(text);
    if (from.find() && millis < Long.parseLong(from.group(1))) {
      return true;
    }
    var lag = LAG.matcher(text);
    if (lag.find() && millis >= nowMillis - Long.parseLong(lag.group(1))) {
      return true;
    }
    return HOLE.matcher(text)
        .results()
        .anyMatch(
            hole ->
                millis >= Long.parseLong(hole.group(1)) && millis <= Long.parseLong(hole.group(2)));
  }
}

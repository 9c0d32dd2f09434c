package goku.standalone.search;

import com.fasterxml.jackson.databind.JsonNode;

/// A line of characters that shows the values of a series, scaled to their range. A character is
/// the mean of several values if there are many, and a space if there is none.
final class Sparkline {
  private static final int WIDTH = 30;
  private static final String LEVELS = "▁▂▃▄▅▆▇█";

  private Sparkline() {}

  /// Returns the line, always of the same length.
  ///
  /// @param values numbers and nulls
  static String of(JsonNode values) {
    double[] means = new double[WIDTH];
    double least = Double.POSITIVE_INFINITY;
    double greatest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < WIDTH; i++) {
      means[i] = mean(values, i * values.size() / WIDTH, (i + 1) * values.size() / WIDTH);
      if (!Double.isNaN(means[i])) {
        least = Math.min(least, means[i]);
        greatest = Math.max(greatest, means[i]);
      }
    }
    var line = new StringBuilder();
    for (double mean : means) {
      line.append(Double.isNaN(mean) ? ' ' : level(mean, least, greatest));
    }
    return line.toString();
  }

  /// Returns the mean of the values at `from` to `to - 1`, or of the value at `from`; NaN if there
  /// is none.
  private static double mean(JsonNode values, int from, int to) {
    double mean = 0;
    int count = 0;
    for (int i = from; i < Math.max(to, from + 1) && i < values.size(); i++) {
      if (values.get(i).isNumber()) {
        count++;
        mean += (values.get(i).asDouble() - mean) / count;
      }
    }
    return count == 0 ? Double.NaN : mean;
  }

  private static char level(double value, double least, double greatest) {
    double share = greatest > least ? (value / 2 - least / 2) / (greatest / 2 - least / 2) : 0;
    return LEVELS.charAt((int) Math.min(share * LEVELS.length(), LEVELS.length() - 1.0));
  }
}

package goku.query.correlation;

import java.util.Arrays;

/// The difference between the values of a window and those of a baseline.
///
/// @param distance the statistic of the two-sample Kolmogorov-Smirnov test, within 0 and 1: the
///   greatest distance between the empirical distribution functions
/// @param score the distance times the root of `n m / (n + m)`. It orders changes like the p-value
///   of the test, also if their numbers of values differ
/// @param volume the change of the mean, divided by the sum of the absolute means: -1 if the series
///   fell to zero, 1 if it rose from zero
public record Change(double distance, double score, double volume) {
  static final Change NONE = new Change(0, 0, 0);

  /// Compares two non-empty samples of finite values. Sorts both arrays.
  static Change between(double[] baseline, int baselines, double[] window, int windows) {
    Arrays.sort(baseline, 0, baselines);
    Arrays.sort(window, 0, windows);
    double distance = distance(baseline, baselines, window, windows);
    return new Change(
        distance,
        score(distance, baselines, windows),
        volume(halfMean(baseline, baselines), halfMean(window, windows)));
  }

  /// Returns the score of a distance.
  static double score(double distance, int baselines, int windows) {
    return distance * Math.sqrt((double) baselines * windows / (baselines + windows));
  }

  private static double distance(double[] baseline, int baselines, double[] window, int windows) {
    int i = 0;
    int j = 0;
    double distance = 0;
    while (i < baselines && j < windows) {
      double value = Math.min(baseline[i], window[j]);
      while (i < baselines && baseline[i] <= value) {
        i++;
      }
      while (j < windows && window[j] <= value) {
        j++;
      }
      distance = Math.max(distance, Math.abs((double) i / baselines - (double) j / windows));
    }
    return distance;
  }

  /// Returns half of the mean of ascending values, which never overflows. Takes differences from
  /// the median, so that offsets do not cost digits.
  private static double halfMean(double[] values, int count) {
    double median = values[count / 2] / 2;
    double mean = 0;
    for (int i = 0; i < count; i++) {
      mean += (values[i] / 2 - median) / count;
    }
    return median + mean;
  }

  private static double volume(double before, double after) {
    double sum = Math.abs(before) + Math.abs(after);
    return sum == 0 ? 0 : (after - before) / sum;
  }
}

package goku.query.aggregator;

import goku.query.aggregator.Traits.OneValue;
import goku.query.aggregator.Traits.Order;
import java.util.Arrays;

/// The value below which a fraction of the values lies, with linear interpolation between two
/// values.
///
/// @param fraction a fraction such as 0.95 for the 95th percentile
/// @param estimate the estimate for integers; floats always use `P_N_PLUS_1`, like in OpenTSDB
record Percentile(double fraction, Estimate estimate) implements Reduction {
  /// The position among `n` sorted values, counted from 1, for a fraction: types 6, 3 and 7 of
  /// Hyndman and Fan, "Sample Quantiles in Statistical Packages".
  enum Estimate {
    P_N_PLUS_1,
    R3,
    R7;

    double position(double fraction, int n) {
      return switch (this) {
        case P_N_PLUS_1 -> fraction * (n + 1);
        case R3 -> Math.rint(fraction * n);
        case R7 -> 1 + (n - 1) * fraction;
      };
    }
  }

  @Override
  public Traits traits() {
    return new Traits(Composition.WHOLE, OneValue.KEPT, Order.IRRELEVANT);
  }

  @Override
  public double ofDoubles(double[] values, int from, int to) {
    double[] sorted = sortedWithoutGaps(values, from, to);
    return sorted.length == 0 ? Double.NaN : at(sorted, Estimate.P_N_PLUS_1);
  }

  @Override
  public long ofLongs(long[] values, int from, int to) {
    double[] sorted = new double[to - from];
    for (int i = from; i < to; i++) {
      sorted[i - from] = values[i];
    }
    Arrays.sort(sorted);
    return (long) at(sorted, estimate);
  }

  private double at(double[] sorted, Estimate by) {
    double position = by.position(fraction, sorted.length);
    int below = (int) Math.floor(position);
    if (below < 1) {
      return sorted[0];
    }
    if (below >= sorted.length) {
      return sorted[sorted.length - 1];
    }
    return sorted[below - 1] + (position - below) * (sorted[below] - sorted[below - 1]);
  }

  static double[] sortedWithoutGaps(double[] values, int from, int to) {
    double[] kept = new double[to - from];
    int count = 0;
    for (int i = from; i < to; i++) {
      if (!Double.isNaN(values[i])) {
        kept[count++] = values[i];
      }
    }
    double[] sorted = Arrays.copyOf(kept, count);
    Arrays.sort(sorted);
    return sorted;
  }
}

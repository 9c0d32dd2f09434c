package goku.compactor.rollup;

import goku.model.PointBuffer;
import goku.model.ValueType;
import goku.model.histogram.HistogramSum;
import java.util.function.IntToDoubleFunction;

/// A builder of the rollups of one series. Intervals begin at multiples of their length since the
/// epoch. An interval gets an entry if it has a datapoint other than NaN. The entry equals the
/// result of downsampling to the interval by `sum`, `count`, `min` and `max`, so a query may read
/// either. Histograms are summed, and none is NaN. Stateless.
public final class Rollups {
  private Rollups() {}

  /// Adds the rollups of `points[from]` to `points[to - 1]`, which ascend. Sums are plain sums in
  /// time order.
  public static void ofRaw(
      PointBuffer points, int from, int to, long intervalMillis, RollupBuffer into) {
    if (points.type() == ValueType.HISTOGRAMS) {
      ofHistograms(points, from, to, _ -> 1, intervalMillis, into);
    } else {
      ofValues(points, from, to, intervalMillis, into);
    }
  }

  /// @param count returns the number of histograms that the entry at an index is the sum of
  private static void ofHistograms(
      PointBuffer points,
      int from,
      int to,
      IntToDoubleFunction count,
      long intervalMillis,
      RollupBuffer into) {
    var sum = new HistogramSum();
    int i = from;
    while (i < to) {
      long start = start(points.timestamps()[i], intervalMillis);
      sum.clear();
      double counted = 0;
      for (; i < to && points.timestamps()[i] < start + intervalMillis; i++) {
        sum.add(points.histograms(), points.histogram(i));
        counted += count.applyAsDouble(i);
      }
      into.accumulate(start, sum, counted);
    }
  }

  private static void ofValues(
      PointBuffer points, int from, int to, long intervalMillis, RollupBuffer into) {
    long[] timestamps = points.timestamps();
    double[] values = points.values();
    int i = from;
    while (i < to) {
      long start = start(timestamps[i], intervalMillis);
      long next = start + intervalMillis;
      double sum = 0;
      int count = 0;
      double min = Double.NaN;
      double max = Double.NaN;
      for (; i < to && timestamps[i] < next; i++) {
        double value = values[i];
        if (!Double.isNaN(value)) {
          sum += value;
          min = value < min || count == 0 ? value : min;
          max = value > max || count == 0 ? value : max;
          count++;
        }
      }
      if (count > 0) {
        into.accumulate(start, sum, count, min, max);
      }
    }
  }

  /// Adds coarser rollups built from finer ones, which ascend and whose interval divides the
  /// coarser interval. Count, minimum and maximum equal those of the datapoints. The sum is a sum
  /// of sums and may be rounded differently.
  public static void ofRollups(RollupBuffer finer, long intervalMillis, RollupBuffer into) {
    long[] times = finer.times();
    double[] sums = finer.sums();
    double[] counts = finer.counts();
    if (finer.summed().type() == ValueType.HISTOGRAMS) {
      ofHistograms(finer.summed(), 0, finer.size(), i -> counts[i], intervalMillis, into);
      return;
    }
    double[] mins = finer.mins();
    double[] maxes = finer.maxes();
    for (int i = 0; i < finer.size(); i++) {
      into.accumulate(start(times[i], intervalMillis), sums[i], counts[i], mins[i], maxes[i]);
    }
  }

  private static long start(long timeMillis, long intervalMillis) {
    return Math.floorDiv(timeMillis, intervalMillis) * intervalMillis;
  }
}

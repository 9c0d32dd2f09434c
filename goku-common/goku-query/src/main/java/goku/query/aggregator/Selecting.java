package goku.query.aggregator;

import goku.query.aggregator.Traits.OneValue;
import goku.query.aggregator.Traits.Order;
import java.util.Arrays;

/// The reductions that pick one of the values.
enum Selecting implements Reduction {
  MIN(Composition.MIN, OneValue.KEPT, Order.IRRELEVANT) {
    @Override
    public double ofDoubles(double[] values, int from, int to) {
      double min = Double.NaN;
      for (int i = from; i < to; i++) {
        double value = values[i];
        if (!Double.isNaN(value)) {
          min = Double.isNaN(min) ? value : Math.min(min, value);
        }
      }
      return min;
    }

    @Override
    public long ofLongs(long[] values, int from, int to) {
      long min = values[from];
      for (int i = from + 1; i < to; i++) {
        min = Math.min(min, values[i]);
      }
      return min;
    }
  },
  MAX(Composition.MAX, OneValue.KEPT, Order.IRRELEVANT) {
    @Override
    public double ofDoubles(double[] values, int from, int to) {
      double max = Double.NaN;
      for (int i = from; i < to; i++) {
        double value = values[i];
        if (!Double.isNaN(value)) {
          max = Double.isNaN(max) ? value : Math.max(max, value);
        }
      }
      return max;
    }

    @Override
    public long ofLongs(long[] values, int from, int to) {
      long max = values[from];
      for (int i = from + 1; i < to; i++) {
        max = Math.max(max, values[i]);
      }
      return max;
    }
  },
  /// The median; the upper one of two middle values.
  MEDIAN(Composition.WHOLE, OneValue.KEPT, Order.IRRELEVANT) {
    @Override
    public double ofDoubles(double[] values, int from, int to) {
      double[] sorted = Percentile.sortedWithoutGaps(values, from, to);
      return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }

    @Override
    public long ofLongs(long[] values, int from, int to) {
      long[] sorted = Arrays.copyOfRange(values, from, to);
      Arrays.sort(sorted);
      return sorted[sorted.length / 2];
    }
  },
  FIRST(Composition.PLACE, OneValue.KEPT, Order.RELEVANT) {
    @Override
    public double ofDoubles(double[] values, int from, int to) {
      return values[from];
    }

    @Override
    public long ofLongs(long[] values, int from, int to) {
      return values[from];
    }
  },
  LAST(Composition.PLACE, OneValue.KEPT, Order.RELEVANT) {
    @Override
    public double ofDoubles(double[] values, int from, int to) {
      return values[to - 1];
    }

    @Override
    public long ofLongs(long[] values, int from, int to) {
      return values[to - 1];
    }
  };

  @SuppressWarnings("ImmutableEnumChecker") // a record of enums
  private final Traits traits;

  Selecting(Composition composition, OneValue oneValue, Order order) {
    traits = new Traits(composition, oneValue, order);
  }

  @Override
  public Traits traits() {
    return traits;
  }
}

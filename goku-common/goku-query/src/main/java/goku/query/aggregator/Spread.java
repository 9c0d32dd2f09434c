package goku.query.aggregator;

import goku.query.aggregator.Traits.OneValue;
import goku.query.aggregator.Traits.Order;

/// The reductions that measure how far the values lie apart.
enum Spread implements Reduction {
  /// The standard deviation of the population by Welford's method: one pass, without catastrophic
  /// cancellation.
  DEVIATION(Composition.WHOLE, OneValue.CHANGED, Order.RELEVANT) {
    @Override
    public double ofDoubles(double[] values, int from, int to) {
      double mean = 0;
      double squares = 0;
      int count = 0;
      for (int i = from; i < to; i++) {
        double value = values[i];
        if (!Double.isNaN(value)) {
          count++;
          double newMean = count == 1 ? value : mean + (value - mean) / count;
          squares += (value - mean) * (value - newMean);
          mean = newMean;
        }
      }
      return count == 0 ? Double.NaN : Math.sqrt(squares / count);
    }

    @Override
    public long ofLongs(long[] values, int from, int to) {
      double[] doubles = new double[to - from];
      for (int i = from; i < to; i++) {
        doubles[i - from] = values[i];
      }
      return (long) ofDoubles(doubles, 0, doubles.length);
    }
  },
  /// The last value minus the first; 0 if there is only one.
  DIFFERENCE(Composition.WHOLE, OneValue.CHANGED, Order.RELEVANT) {
    @Override
    public double ofDoubles(double[] values, int from, int to) {
      int first = from;
      while (first < to - 1 && Double.isNaN(values[first])) {
        first++;
      }
      return values[to - 1] - values[first];
    }

    @Override
    public long ofLongs(long[] values, int from, int to) {
      return values[to - 1] - values[from];
    }
  };

  @SuppressWarnings("ImmutableEnumChecker") // a record of enums
  private final Traits traits;

  Spread(Composition composition, OneValue oneValue, Order order) {
    traits = new Traits(composition, oneValue, order);
  }

  @Override
  public Traits traits() {
    return traits;
  }
}

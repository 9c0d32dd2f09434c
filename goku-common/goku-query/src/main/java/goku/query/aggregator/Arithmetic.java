package goku.query.aggregator;

import goku.query.aggregator.Traits.OneValue;
import goku.query.aggregator.Traits.Order;

/// The reductions that are one pass of arithmetic. Sums collect their rounding errors and add them
/// at the end, so they do not depend on the order of the values.
enum Arithmetic implements Reduction {
  SUM(Composition.SUM, OneValue.KEPT, Order.IRRELEVANT) {
    @Override
    public double ofDoubles(double[] values, int from, int to) {
      double sum = 0;
      double lost = 0;
      boolean any = false;
      for (int i = from; i < to; i++) {
        double value = values[i];
        if (!Double.isNaN(value)) {
          double next = sum + value;
          double virtual = next - sum;
          lost += sum - (next - virtual) + (value - virtual);
          sum = next;
          any = true;
        }
      }
      return any ? whole(sum, lost) : Double.NaN;
    }

    @Override
    public long ofLongs(long[] values, int from, int to) {
      long sum = 0;
      for (int i = from; i < to; i++) {
        sum += values[i];
      }
      return sum;
    }
  },
  SQUARE_SUM(Composition.SQUARE_SUM, OneValue.CHANGED, Order.IRRELEVANT) {
    @Override
    public double ofDoubles(double[] values, int from, int to) {
      double sum = 0;
      double lost = 0;
      boolean any = false;
      for (int i = from; i < to; i++) {
        double value = values[i];
        if (!Double.isNaN(value)) {
          double square = value * value;
          double next = sum + square;
          double virtual = next - sum;
          lost += sum - (next - virtual) + (square - virtual) + Math.fma(value, value, -square);
          sum = next;
          any = true;
        }
      }
      return any ? whole(sum, lost) : Double.NaN;
    }

    @Override
    public long ofLongs(long[] values, int from, int to) {
      long sum = 0;
      for (int i = from; i < to; i++) {
        sum += values[i] * values[i];
      }
      return sum;
    }
  },
  AVERAGE(Composition.AVERAGE, OneValue.KEPT, Order.IRRELEVANT) {
    @Override
    public double ofDoubles(double[] values, int from, int to) {
      return SUM.ofDoubles(values, from, to) / COUNT.ofDoubles(values, from, to);
    }

    @Override
    public long ofLongs(long[] values, int from, int to) {
      return SUM.ofLongs(values, from, to) / (to - from);
    }
  },
  COUNT(Composition.COUNT, OneValue.CHANGED, Order.IRRELEVANT) {
    @Override
    public double ofDoubles(double[] values, int from, int to) {
      int count = 0;
      for (int i = from; i < to; i++) {
        if (!Double.isNaN(values[i])) {
          count++;
        }
      }
      return count;
    }

    @Override
    public long ofLongs(long[] values, int from, int to) {
      return (long) to - from;
    }
  },
  /// The product of all values, the only reduction that uses NaN as a value.
  PRODUCT(Composition.WHOLE, OneValue.KEPT, Order.RELEVANT) {
    @Override
    public double ofDoubles(double[] values, int from, int to) {
      double product = values[from];
      for (int i = from + 1; i < to; i++) {
        product *= values[i];
      }
      return product;
    }

    @Override
    public long ofLongs(long[] values, int from, int to) {
      long product = 1;
      for (int i = from; i < to; i++) {
        product *= values[i];
      }
      return product;
    }
  };

  @SuppressWarnings("ImmutableEnumChecker") // a record of enums
  private final Traits traits;

  Arithmetic(Composition composition, OneValue oneValue, Order order) {
    traits = new Traits(composition, oneValue, order);
  }

  @Override
  public Traits traits() {
    return traits;
  }

  /// Returns the sum with its rounding errors. The errors of infinite sums are meaningless.
  private static double whole(double sum, double lost) {
    return Double.isInfinite(sum) ? sum : sum + lost;
  }
}

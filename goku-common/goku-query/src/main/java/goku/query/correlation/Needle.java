package goku.query.correlation;

import org.jspecify.annotations.Nullable;

/// The series with which all others are compared, prepared once for all threads. Immutable.
///
/// A lag of `k` compares the needle's slot `i` with slot `i + k` of the other series. The other
/// series follows the needle if its lag is positive, and precedes the needle if its lag is
/// negative.
public final class Needle {
  /// The least number of common values for which a coefficient is calculated. With fewer values,
  /// high coefficients are common by chance.
  public static final int LEAST_COMMON = 8;

  /// The largest number of slots, for which `Estimate.MARGIN` holds.
  public static final int MOST_SLOTS = 1440;

  private final Slots slots;
  private final Score score;
  private final int maxLag;

  /// The needle's values in the overlap of each lag, with sum 0 and sum of squares 1, by the order
  /// of lags. Null where only pairs of common values can be compared.
  private final double[] @Nullable [] units;

  /// The sums of the units. Null where there is no unit, or a bound would take too long.
  private final @Nullable Segments[] segments;

  private Needle(Slots slots, Score score, int maxLag) {
    this.slots = slots;
    this.score = score;
    this.maxLag = maxLag;
    units = new double[lags()][];
    segments = new Segments[lags()];
    if (slots.isFull() && score == Score.PEARSON) {
      for (int order = 0; order < units.length; order++) {
        int lag = lag(order);
        double[] unit = unit(Math.max(0, -lag), overlap(lag));
        units[order] = unit;
        segments[order] =
            unit == null || unit.length < Segments.LEAST_VALUES ? null : new Segments(unit);
      }
    }
  }

  /// Prepares a needle.
  ///
  /// @param values one value for each slot of the grid; NaN and infinities are absent
  /// @param maxLag the largest lag in slots, in both directions
  /// @throws IllegalArgumentException if no coefficient can exist for these values
  public static Needle of(double[] values, Score score, int maxLag) {
    if (values.length > MOST_SLOTS) {
      throw new IllegalArgumentException(
          "cannot correlate slots=%d: at most %d are possible; use a longer interval"
              .formatted(values.length, MOST_SLOTS));
    }
    Slots slots = Slots.of(values);
    if (slots.count() < LEAST_COMMON) {
      throw new IllegalArgumentException(
          "cannot correlate a series with datapoints=%d: at least %d are needed; use a longer range"
              .formatted(slots.count(), LEAST_COMMON));
    }
    if (maxLag < 0 || maxLag > values.length - LEAST_COMMON) {
      throw new IllegalArgumentException(
          "cannot correlate with lags=%d: between 0 and %d leave enough common slots"
              .formatted(maxLag, values.length - LEAST_COMMON));
    }
    var needle = new Needle(slots, score, maxLag);
    var pairs = new Pairs(values.length);
    pairs.gather(slots, slots, 0);
    if (Double.isNaN(pairs.estimate())) {
      throw new IllegalArgumentException(
          "cannot correlate a constant series: all values are %s; choose a series that changes"
              .formatted(pairs.firstX()));
    }
    return needle;
  }

  /// Returns the number of slots of the grid.
  public int size() {
    return slots.size();
  }

  /// Returns the bytes that the needle holds.
  public long heldBytes() {
    return heldBytes(size(), maxLag);
  }

  /// Returns the bytes that a needle will hold, also for numbers that `of` refuses.
  public static long heldBytes(int slots, int maxLag) {
    return (long) Double.BYTES * slots * (2 + 2L * Math.clamp(maxLag, 0, slots));
  }

  /// Returns a copy of the values, one for each slot. NaN and infinities are absent.
  public double[] values() {
    return slots.values().clone();
  }

  public Score score() {
    return score;
  }

  /// Returns the largest lag in slots, in both directions.
  public int maxLag() {
    return maxLag;
  }

  Slots slots() {
    return slots;
  }

  /// Returns the number of lags.
  int lags() {
    return 2 * maxLag + 1;
  }

  /// Returns the lag at a place of the order 0, -1, 1, -2, 2, and so on.
  static int lag(int order) {
    return order % 2 == 0 ? order / 2 : -(order + 1) / 2;
  }

  /// Returns the number of slots that both series have at the lag.
  int overlap(int lag) {
    return size() - Math.abs(lag);
  }

  /// Returns the needle's values in the overlap of a lag with sum 0 and sum of squares 1; null if
  /// only `Pairs` can compare them.
  double @Nullable [] unit(int order) {
    return units[order];
  }

  /// Returns the sums of the unit, by which a lag can be ruled out; null if there are none.
  @Nullable Segments segments(int order) {
    return segments[order];
  }

  /// Returns null if the values are constant, or their squares overflow or lose digits.
  private double @Nullable [] unit(int from, int n) {
    double[] values = slots.values();
    double first = values[from];
    double mean = mean(values, from, n);
    double[] unit = new double[n];
    double squares = 0;
    for (int i = 0; i < n; i++) {
      unit[i] = values[from + i] - first - mean;
      squares += unit[i] * unit[i];
    }
    if (!Estimate.isSafe(squares)) {
      return null;
    }
    double norm = Math.sqrt(squares);
    for (int i = 0; i < n; i++) {
      unit[i] /= norm;
    }
    return unit;
  }

  /// Returns the mean of the differences from the first value.
  private static double mean(double[] values, int from, int n) {
    DoubleDouble sum = DoubleDouble.ZERO;
    for (int i = 0; i < n; i++) {
      sum = sum.plus(DoubleDouble.of(values[from + i] - values[from]));
    }
    return sum.dividedBy(DoubleDouble.of(n)).hi();
  }
}

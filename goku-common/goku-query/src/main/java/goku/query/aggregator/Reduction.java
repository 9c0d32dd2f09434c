package goku.query.aggregator;

/// A function that makes one value of several, at least one. NaN is a gap and does not count,
/// unless all values are NaN. Stateless.
sealed interface Reduction permits Arithmetic, Selecting, Spread, Percentile {
  /// Reduces `values[from]` to `values[to - 1]`, and leaves the array unchanged.
  double ofDoubles(double[] values, int from, int to);

  /// Reduces in 64-bit integers: sums and products wrap at 64 bits, fractions are cut towards zero.
  long ofLongs(long[] values, int from, int to);

  Traits traits();
}

package goku.query.aggregator;

/// Makes one value of several. NaN stands for a gap: it does not count, unless the values are all
/// NaN. There is always at least one value. Stateless.
sealed interface Reduction permits Arithmetic, Selecting, Spread, Percentile {
  /// Over `values[from]` to `values[to - 1]`, which keep their order and content.
  double ofDoubles(double[] values, int from, int to);

  /// The same in 64-bit integers: sums and products wrap at 64 bits, fractions are cut towards
  /// zero.
  long ofLongs(long[] values, int from, int to);

  Traits traits();
}

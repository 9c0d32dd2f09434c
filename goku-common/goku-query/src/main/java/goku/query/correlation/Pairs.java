package goku.query.correlation;

/// The values that two series have in common at one lag, in reused arrays. Owned by one thread.
final class Pairs {
  private final double[] x;
  private final double[] y;
  private final Ranks ranks;
  private int count;

  /// @param most the largest number of pairs
  Pairs(int most) {
    x = new double[most];
    y = new double[most];
    ranks = new Ranks(most);
  }

  /// Replaces all pairs by those of the slots `i` of the needle and `i + lag` of the series.
  void gather(Slots needle, Slots series, int lag) {
    int from = Math.max(0, -lag);
    int to = needle.size() - Math.max(0, lag);
    if (needle.isFull() && series.isFull()) {
      count = to - from;
      System.arraycopy(needle.values(), from, x, 0, count);
      System.arraycopy(series.values(), from + lag, y, 0, count);
    } else {
      gatherCommon(needle, series, from, to, lag);
    }
  }

  private void gatherCommon(Slots needle, Slots series, int from, int to, int lag) {
    double[] needles = needle.values();
    double[] others = series.values();
    int n = 0;
    for (int slot = from; slot < to; slot++) { // without a branch that depends on gaps
      x[n] = needles[slot];
      y[n] = others[slot + lag];
      n += needle.present(slot) & series.present(slot + lag);
    }
    count = n;
  }

  /// Replaces all values by their ranks.
  void rank() {
    ranks.apply(x, count);
    ranks.apply(y, count);
  }

  int count() {
    return count;
  }

  double firstX() {
    return x[0];
  }

  /// Returns an estimate of the coefficient; see `Estimate`.
  double estimate() {
    return Estimate.ofPairs(x, y, count);
  }

  /// Returns Pearson's coefficient, rounded from double-double arithmetic; NaN if one side is
  /// constant. Changes the values by a power of two.
  double coefficient() {
    scale(x);
    scale(y);
    return CoMoments.of(x, y, count).coefficient();
  }

  /// Brings the greatest value near 1, so that no square overflows or loses digits. A power of two
  /// changes no coefficient.
  private void scale(double[] values) {
    double greatest = 0;
    for (int i = 0; i < count; i++) {
      greatest = Math.max(greatest, Math.abs(values[i]));
    }
    double factor = Math.scalb(1.0, -Math.getExponent(greatest));
    for (int i = 0; i < count; i++) {
      values[i] *= factor;
    }
  }
}

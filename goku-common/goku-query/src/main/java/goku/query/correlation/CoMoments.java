package goku.query.correlation;

/// The sums from which the correlation of pairs of values follows. Those of disjoint parts of the
/// pairs merge into those of the whole. Means and sums are double-doubles: a plain mean of values
/// like 1e15 + noise is wrong by more than the noise.
///
/// Values must lie within 1e-70 and 1e70, so that squares of differences neither overflow nor lose
/// digits. `Pairs.scale` guarantees it. Immutable.
///
/// @param count the number of pairs
/// @param sxx the sum of squared deviations of x from its mean; `syy` and `sxy` accordingly
record CoMoments(
    int count,
    DoubleDouble meanX,
    DoubleDouble meanY,
    DoubleDouble sxx,
    DoubleDouble syy,
    DoubleDouble sxy) {
  private static final CoMoments NONE =
      new CoMoments(
          0,
          DoubleDouble.ZERO,
          DoubleDouble.ZERO,
          DoubleDouble.ZERO,
          DoubleDouble.ZERO,
          DoubleDouble.ZERO);

  /// Returns the co-moments of the first `count` pairs. Differences from the first pair are exact,
  /// and their mean is at most the root of `count` deviations, so that one pass loses a few bits of
  /// 106.
  static CoMoments of(double[] x, double[] y, int count) {
    if (count == 0) {
      return NONE;
    }
    DoubleDouble sumX = DoubleDouble.ZERO;
    DoubleDouble sumY = DoubleDouble.ZERO;
    DoubleDouble sumXx = DoubleDouble.ZERO;
    DoubleDouble sumYy = DoubleDouble.ZERO;
    DoubleDouble sumXy = DoubleDouble.ZERO;
    for (int i = 1; i < count; i++) {
      DoubleDouble dx = DoubleDouble.difference(x[i], x[0]);
      DoubleDouble dy = DoubleDouble.difference(y[i], y[0]);
      sumX = sumX.plus(dx);
      sumY = sumY.plus(dy);
      sumXx = sumXx.plus(dx.times(dx));
      sumYy = sumYy.plus(dy.times(dy));
      sumXy = sumXy.plus(dx.times(dy));
    }
    DoubleDouble n = DoubleDouble.of(count);
    DoubleDouble x0 = DoubleDouble.of(x[0]);
    DoubleDouble y0 = DoubleDouble.of(y[0]);
    return new CoMoments(
        count,
        x0.plus(sumX.dividedBy(n)),
        y0.plus(sumY.dividedBy(n)),
        sumXx.minus(sumX.times(sumX).dividedBy(n)),
        sumYy.minus(sumY.times(sumY).dividedBy(n)),
        sumXy.minus(sumX.times(sumY).dividedBy(n)));
  }

  /// Returns the co-moments of the pairs of both, by the formula of Chan, Golub and LeVeque.
  CoMoments plus(CoMoments other) {
    if (count == 0) {
      return other;
    }
    if (other.count == 0) {
      return this;
    }
    DoubleDouble n = DoubleDouble.of(count + other.count);
    DoubleDouble part = DoubleDouble.of(other.count).dividedBy(n);
    DoubleDouble weight = part.times(DoubleDouble.of(count));
    DoubleDouble dx = other.meanX.minus(meanX);
    DoubleDouble dy = other.meanY.minus(meanY);
    return new CoMoments(
        count + other.count,
        meanX.plus(dx.times(part)),
        meanY.plus(dy.times(part)),
        sxx.plus(other.sxx).plus(dx.times(dx).times(weight)),
        syy.plus(other.syy).plus(dy.times(dy).times(weight)),
        sxy.plus(other.sxy).plus(dx.times(dy).times(weight)));
  }

  /// Returns Pearson's coefficient; NaN if one side has a single value. Never exceeds 1 in size,
  /// because errors are so small that they vanish when the coefficient is rounded.
  double coefficient() {
    if (sxx.hi() <= 0 || syy.hi() <= 0) {
      return Double.NaN;
    }
    return sxy.dividedBy(sxx.sqrt().times(syy.sqrt())).hi();
  }
}

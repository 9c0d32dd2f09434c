package goku.query.correlation;

/// A comparison of one series after the other with a needle, without allocation for most series.
/// Owned by one thread.
public final class Correlator {
  private final Needle needle;
  private final Pairs pairs;
  private final Overlaps overlaps;

  /// The estimates of all lags in their order; NaN where no coefficient exists.
  private final double[] estimates;

  private double coefficient;
  private int lag;
  private int common;

  public Correlator(Needle needle) {
    this.needle = needle;
    pairs = new Pairs(needle.size());
    overlaps = new Overlaps(needle.size());
    estimates = new double[needle.lags()];
  }

  /// Returns the bytes of the arrays of a correlator.
  public static long heldBytes(Needle needle) {
    return (long) Double.BYTES * (7L * needle.size() + needle.lags());
  }

  /// Compares a series. `coefficient`, `lag` and `common` are valid after a candidate, and do not
  /// depend on the threshold.
  ///
  /// @param threshold the least absolute coefficient of a candidate
  public Outcome compare(Slots series, double threshold) {
    estimates[0] = estimate(series, 0, threshold);
    if (common < Needle.LEAST_COMMON) {
      return Outcome.TOO_SHORT;
    }
    if (Double.isNaN(estimates[0])) {
      return Outcome.CONSTANT;
    }
    if (greatest(series, threshold) + Estimate.MARGIN < threshold) {
      return Outcome.BELOW;
    }
    decide(series);
    return Math.abs(coefficient) >= threshold ? Outcome.CANDIDATE : Outcome.BELOW;
  }

  /// Returns the coefficient of the last candidate at its best lag, within -1 and 1.
  public double coefficient() {
    return coefficient;
  }

  /// Returns the lag in slots of the last candidate; see `Needle`. Of several lags with the same
  /// coefficient, the nearest to 0 counts, and of these the negative one.
  public int lag() {
    return lag;
  }

  /// Returns the number of common values of the last candidate at its best lag.
  public int common() {
    return common;
  }

  /// Estimates the coefficients at all other lags. Returns the greatest absolute estimate. The
  /// estimate can be 0 at a lag whose coefficient is below the threshold.
  private double greatest(Slots series, double threshold) {
    double greatest = Math.abs(estimates[0]);
    if (estimates.length > 1 && series.isFull()) {
      overlaps.set(series.values());
    }
    for (int order = 1; order < estimates.length; order++) {
      estimates[order] = estimate(series, order, threshold);
      double size = Math.abs(estimates[order]);
      greatest = size > greatest ? size : greatest; // NaN is never greater
    }
    return greatest;
  }

  private double estimate(Slots series, int order, double threshold) {
    double[] unit = needle.unit(order);
    if (unit == null || !series.isFull()) {
      return estimateOfPairs(series, order);
    }
    common = unit.length;
    return order == 0
        ? Estimate.ofUnit(unit, series.values(), 0, unit.length)
        : overlaps.estimate(
            unit,
            needle.segments(order),
            series.values(),
            Math.max(0, Needle.lag(order)),
            threshold);
  }

  private double estimateOfPairs(Slots series, int order) {
    gather(series, order);
    common = pairs.count();
    return common < Needle.LEAST_COMMON ? Double.NaN : pairs.estimate();
  }

  private void gather(Slots series, int order) {
    pairs.gather(needle.slots(), series, Needle.lag(order));
    if (needle.score() == Score.SPEARMAN) {
      pairs.rank();
    }
  }

  /// Calculates the coefficients of all lags that can be the best one, and keeps the best.
  private void decide(Slots series) {
    double floor = floor();
    double best = -1;
    for (int order = 0; order < estimates.length; order++) {
      if (Math.abs(estimates[order]) >= floor) {
        gather(series, order);
        int count = pairs.count();
        double exact = pairs.coefficient();
        if (Math.abs(exact) > best) {
          best = Math.abs(exact);
          coefficient = exact;
          lag = Needle.lag(order);
          common = count;
        }
      }
    }
  }

  /// Returns the least estimate of a lag that can be the best one.
  private double floor() {
    double greatest = 0;
    for (double estimate : estimates) {
      double size = Math.abs(estimate);
      if (size > greatest && size != Estimate.UNKNOWN) {
        greatest = size;
      }
    }
    return greatest - 2 * Estimate.MARGIN;
  }
}

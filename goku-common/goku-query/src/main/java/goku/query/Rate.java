package goku.query;

import goku.model.PointBuffer;
import goku.query.aggregator.Integral;

/// A conversion of a series' datapoints into rates.
///
/// The first rate is calculated from the value 0 at the epoch, like OpenTSDB's. It never appears in
/// an answer, but represents the series in its group until the second datapoint.
final class Rate {
  private final RateOptions options;

  Rate(RateOptions options) {
    this.options = options;
  }

  void apply(PointBuffer points, PointBuffer into) {
    into.clear();
    long lastTime = 0;
    double last = 0;
    for (int i = 0; i < points.size(); i++) {
      long time = points.timestamps()[i];
      double value = points.values()[i];
      double seconds = (time - lastTime) / 1000.0;
      double rise = difference(0, last, value);
      if (!options.counter() || !(rise < 0)) {
        into.add(time, rise / seconds);
      } else if (!options.dropResets()) {
        into.add(time, afterReset(difference(options.counterMax(), last, value) / seconds));
      }
      lastTime = time;
      last = value;
    }
  }

  private double afterReset(double rate) {
    return options.resetValue() > 0 && rate > options.resetValue() ? 0 : rate;
  }

  /// Returns `base - last + value`. Uses integers if all three are, which is exact near 2^63.
  private static double difference(double base, double last, double value) {
    if (Integral.is(base) && Integral.is(last) && Integral.is(value)) {
      return (long) base - (long) last + (long) value;
    }
    return base - last + value;
  }
}

package goku.query;

import goku.model.PointBuffer;
import goku.model.ValueType;

/// A conversion of a series' datapoints into rates.
///
/// The first rate is calculated from the value 0 at the epoch, like OpenTSDB's. It never appears in
/// an answer, but represents the series in its group until the second datapoint.
///
/// Differences of integers are integers, which are exact and wrap at 64 bits.
final class Rate {
  private final RateOptions options;

  /// True if differences with `counterMax` can be integers. The default is 2^63, which becomes the
  /// largest integer.
  private final boolean integerMax;

  Rate(RateOptions options) {
    this.options = options;
    double max = options.counterMax();
    integerMax = ValueType.isInteger(max) || max == RateOptions.DEFAULT_COUNTER_MAX;
  }

  void apply(PointBuffer points, PointBuffer into) {
    into.clear();
    ValueType type = points.type();
    long lastTime = 0;
    double last = 0; // the word of zero in every type
    for (int i = 0; i < points.size(); i++) {
      long time = points.timestamps()[i];
      double word = points.words()[i];
      double seconds = (time - lastTime) / 1000.0;
      double rise = rise(type, last, word);
      if (!options.counter() || !(rise < 0)) {
        into.add(time, rise / seconds);
      } else if (!options.dropResets()) {
        into.add(time, afterReset(riseToReset(type, last, word) / seconds));
      }
      lastTime = time;
      last = word;
    }
  }

  private double afterReset(double rate) {
    return options.resetValue() > 0 && rate > options.resetValue() ? 0 : rate;
  }

  private static double rise(ValueType type, double last, double word) {
    return areIntegers(type, last, word)
        ? type.exact(word) - type.exact(last)
        : type.value(word) - type.value(last);
  }

  /// Returns the rise of a counter that passed `counterMax`.
  private double riseToReset(ValueType type, double last, double word) {
    double max = options.counterMax();
    return integerMax && areIntegers(type, last, word)
        ? (long) max - type.exact(last) + type.exact(word)
        : max - type.value(last) + type.value(word);
  }

  private static boolean areIntegers(ValueType type, double last, double word) {
    return type.holdsInteger(last) && type.holdsInteger(word);
  }
}

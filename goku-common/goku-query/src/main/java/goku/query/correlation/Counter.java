package goku.query.correlation;

import goku.model.PointBuffer;
import goku.model.ValueType;

/// The conversion of counters to rates. Without it, every counter correlates with every rise.
///
/// A counter has at least 8 datapoints, none of them negative. It rises, and falls only at resets:
/// to less than half of its value. Differences of integers are exact, also beyond 2^53. Stateless.
public final class Counter {
  private static final int LEAST_POINTS = 8;

  private Counter() {}

  /// Returns whether the datapoints are those of a counter.
  public static boolean matches(PointBuffer points) {
    int size = points.size();
    if (size < LEAST_POINTS || points.isWeighted() || points.type() == ValueType.HISTOGRAMS) {
      return false;
    }
    ValueType type = points.type();
    double[] words = points.words();
    boolean rises = false;
    double last = Double.NaN;
    int count = 0;
    for (int i = 0; i < size; i++) {
      if (Double.isFinite(type.value(words[i]))) {
        double rise = count == 0 ? 0 : rise(type, last, words[i]);
        if (type.value(words[i]) < 0 || (rise < 0 && !isReset(type, last, words[i]))) {
          return false;
        }
        rises |= rise > 0;
        last = words[i];
        count++;
      }
    }
    return rises && count >= LEAST_POINTS;
  }

  /// Replaces the content of the buffer by the rates per second between datapoints, each at the
  /// time of the later one. There is no rate across a reset.
  public static void rates(PointBuffer points, PointBuffer into) {
    into.clear();
    ValueType type = points.type();
    double[] words = points.words();
    long[] timestamps = points.timestamps();
    int last = -1;
    for (int i = 0; i < points.size(); i++) {
      if (Double.isFinite(type.value(words[i]))) {
        double rise = last < 0 ? -1 : rise(type, words[last], words[i]);
        if (rise >= 0) {
          into.add(timestamps[i], rise / ((timestamps[i] - timestamps[last]) / 1000.0));
        }
        last = i;
      }
    }
  }

  private static double rise(ValueType type, double last, double word) {
    return type == ValueType.LONGS ? type.exact(word) - type.exact(last) : word - last;
  }

  private static boolean isReset(ValueType type, double last, double word) {
    return type.value(word) < type.value(last) / 2;
  }
}

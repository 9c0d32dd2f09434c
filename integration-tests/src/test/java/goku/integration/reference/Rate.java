package goku.integration.reference;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// Rates per second.
///
/// @param counterMax "2^63-1 by default"
/// @param resetValue 0 for none
public record Rate(boolean counter, double counterMax, double resetValue, boolean dropResets) {
  public static final double DEFAULT_MAX = 0x1p63;
  public static final Rate PLAIN = new Rate(false, DEFAULT_MAX, 0, false);

  /// "Until its own second point a series takes part in a group with its first value divided by the
  /// seconds since 1970 (slip)": rates are those after a point of value 0 at 1970. The first of
  /// them is not answered: "The first point of a series in the window has no rate".
  NavigableMap<Long, Double> withFirst(NavigableMap<Long, Double> points) {
    NavigableMap<Long, Double> rates = new TreeMap<>();
    Map.Entry<Long, Double> previous = Map.entry(0L, 0.0);
    for (Map.Entry<Long, Double> point : points.entrySet()) {
      double seconds = (point.getKey() - previous.getKey()) / 1000.0;
      add(rates, point.getKey(), previous.getValue(), point.getValue(), seconds);
      previous = point;
    }
    return rates;
  }

  private void add(
      NavigableMap<Long, Double> rates, long time, double before, double now, double seconds) {
    if (!counter || !(now < before)) {
      rates.put(time, (now - before) / seconds);
      return;
    }
    if (dropResets) {
      // "dropcounter, or dropResets with counter, leaves the point out"
      return;
    }
    // "counter: where the value falls, the difference is max - previous + current"
    double rate = (counterMax - before + now) / seconds;
    // "resetValue turns a rate above it into 0.0, only where the value fell."
    rates.put(time, resetValue > 0 && rate > resetValue ? 0.0 : rate);
  }
}

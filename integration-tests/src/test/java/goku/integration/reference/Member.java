package goku.integration.reference;

import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/// A series of a group after downsampling and rate, which says what it is worth at a time.
///
/// @param points all of the window, some of which may lie outside of the range
/// @param beforeFirst what a rate is worth before its first point; null for values
record Member(
    StoredSeries series, NavigableMap<Long, Double> points, @Nullable Double beforeFirst) {
  private enum Missing {
    INTERPOLATED,
    ZERO,
    LEFT_OUT,
    PREVIOUS
  }

  /// Null when the series does not take part: "A series takes part from its first to its last point
  /// in the window; it is not extrapolated."
  @Nullable Double at(long time, String aggregator) {
    Map.Entry<Long, Double> before = points.floorEntry(time);
    Map.Entry<Long, Double> after = points.ceilingEntry(time);
    if (after == null) {
      return null;
    }
    if (before == null) {
      return beforeFirst;
    }
    if (before.getKey() == time) {
      return before.getValue();
    }
    if (beforeFirst != null) {
      // "Rates are not interpolated: between its points a series keeps its last rate."
      return before.getValue();
    }
    return switch (missing(aggregator)) {
      case ZERO -> 0.0;
      case LEFT_OUT -> null;
      case PREVIOUS -> before.getValue();
      case INTERPOLATED -> {
        double share = (double) (time - before.getKey()) * (after.getValue() - before.getValue());
        yield before.getValue() + share / (after.getKey() - before.getKey());
      }
    };
  }

  /// The same among integers: what an interpolated value adds to the one before is cut towards
  /// zero.
  @Nullable Long integerAt(long time, String aggregator) {
    Double value = at(time, aggregator);
    Map.Entry<Long, Double> before = points.floorEntry(time);
    Map.Entry<Long, Double> after = points.ceilingEntry(time);
    if (value == null || before == null || after == null) {
      return null;
    }
    if (before.getKey() == time || missing(aggregator) != Missing.INTERPOLATED) {
      return value.longValue();
    }
    long from = before.getValue().longValue();
    long share = (time - before.getKey()) * (after.getValue().longValue() - from);
    return from + share / (after.getKey() - before.getKey());
  }

  private static Missing missing(String aggregator) {
    return switch (aggregator) {
      // "zimsum, count, first, last and squareSum take 0 for a missing value (count counts it)."
      case "zimsum", "count", "first", "last", "squareSum" -> Missing.ZERO;
      // "mimmin and mimmax leave a missing value out."
      case "mimmin", "mimmax" -> Missing.LEFT_OUT;
      // "pfsum takes the previous value."
      case "pfsum" -> Missing.PREVIOUS;
      // "sum, avg, min, max, median, dev, diff, mult and the percentiles interpolate a missing
      // value linearly between the neighbours."
      default -> Missing.INTERPOLATED;
    };
  }
}

package goku.root.expression.function;

import goku.root.expression.Series;
import goku.root.expression.SeriesPoints;
import goku.root.expression.ValueBudget;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// A function that returns the series with the highest values in descending order. Equal series
/// keep their order, those without a value come last.
///
/// @param count the largest number of series to return
/// @param height the value to compare; negative infinity for a series without a value
record Highest(int count, ToDoubleFunction<SeriesPoints> height) implements SeriesFunction {
  /// Returns a function that compares last values.
  static Highest current(int count) {
    return new Highest(count, Highest::last);
  }

  static Highest max(int count) {
    return new Highest(count, Highest::maximum);
  }

  @Override
  public List<Series> apply(List<List<Series>> operands, ValueBudget budget) {
    Comparator<Series> byHeight =
        Comparator.comparingDouble(series -> height.applyAsDouble(series.points()));
    return operands.stream()
        .flatMap(List::stream)
        .sorted(byHeight.reversed())
        .limit(count)
        .toList();
  }

  private static double last(SeriesPoints points) {
    for (int i = points.size() - 1; i >= 0; i--) {
      if (!Double.isNaN(points.value(i))) {
        return points.value(i);
      }
    }
    return Double.NEGATIVE_INFINITY;
  }

  private static double maximum(SeriesPoints points) {
    double maximum = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < points.size(); i++) {
      // a comparison with NaN is false
      maximum = points.value(i) > maximum ? points.value(i) : maximum;
    }
    return maximum;
  }
}

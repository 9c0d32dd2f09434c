package goku.root.expression.function;

import goku.root.expression.Series;
import goku.root.expression.SeriesPoints;

/// A function that multiplies by a number. Integers stay integers if the factor is an integer.
record Scale(double factor) implements SeriesFunction.OfEach {
  @Override
  public Series apply(Series series) {
    SeriesPoints points = series.points();
    boolean integers = points.integers() && factor == Math.rint(factor);
    return series.with(
        integers
            ? points.mapIntegers(value -> (long) (factor * value))
            : points.map(value -> factor * value));
  }
}

package goku.root.expression.function;

import goku.root.expression.Series;
import goku.root.expression.SeriesPoints;
import goku.root.expression.language.ExpressionException;
import java.time.Duration;
import java.util.regex.Pattern;

/// A function that returns the average of the window that ends at each datapoint; 0 until the
/// window is full, as in OpenTSDB. NaN counts as no value.
sealed interface MovingAverage extends SeriesFunction.OfEach {
  String WINDOW = "a window, a number of datapoints (10) or a time in quotes ('5min'),";
  Pattern COUNT = Pattern.compile("\\d{1,9}");

  static MovingAverage of(String window) {
    if (!COUNT.matcher(window).matches()) {
      return new OfTime(Quoted.duration("window of movingAverage", window));
    }
    int count = Integer.parseInt(window);
    if (count == 0) {
      throw new ExpressionException("The window of movingAverage must be greater than zero");
    }
    return new OfCount(count);
  }

  /// A window with a fixed number of values.
  record OfCount(int count) implements MovingAverage {
    @Override
    public Series apply(Series series) {
      SeriesPoints points = series.points();
      double[] averages = new double[points.size()];
      var window = new SlidingSum();
      for (int i = 0; i < averages.length; i++) {
        if (!Double.isNaN(points.value(i))) {
          window.add(points.value(i));
        }
        if (window.size() > count) {
          window.removeOldest();
        }
        averages[i] = window.size() == count ? window.sum() / count : 0;
      }
      return series.with(points.with(averages));
    }
  }

  /// A window with the values of a fixed time. It is full once an older datapoint exists.
  record OfTime(Duration length) implements MovingAverage {
    @Override
    public Series apply(Series series) {
      SeriesPoints points = series.points();
      double[] averages = new double[points.size()];
      var window = new SlidingSum();
      int oldest = 0;
      for (int i = 0; i < averages.length; i++) {
        if (!Double.isNaN(points.value(i))) {
          window.add(points.value(i));
        }
        for (; points.timestamp(i) - points.timestamp(oldest) >= length.toMillis(); oldest++) {
          if (!Double.isNaN(points.value(oldest))) {
            window.removeOldest();
          }
        }
        averages[i] = oldest > 0 && window.size() > 0 ? window.sum() / window.size() : 0;
      }
      return series.with(points.with(averages));
    }
  }
}

package goku.query;

import goku.model.PointBuffer;
import goku.query.aggregator.Aggregator;

/// The function that turns the datapoints of a downsampling step into one value. The common
/// functions have their own loops here, which the JIT optimises well. Sums are plain, like
/// OpenTSDB's, as the order of a series' datapoints never changes.
final class StepFunction {
  private enum Kind {
    SUM,
    AVERAGE,
    COUNT,
    MIN,
    MAX,
    OTHER
  }

  private final Kind kind;
  private final Aggregator aggregator;

  private StepFunction(Kind kind, Aggregator aggregator) {
    this.kind = kind;
    this.aggregator = aggregator;
  }

  static StepFunction of(Aggregator aggregator) {
    Kind kind =
        switch (aggregator.composition()) {
          case SUM -> Kind.SUM;
          case AVERAGE -> Kind.AVERAGE;
          case COUNT -> Kind.COUNT;
          case MIN -> Kind.MIN;
          case MAX -> Kind.MAX;
          case SQUARE_SUM, PLACE, WHOLE -> Kind.OTHER;
        };
    return new StepFunction(kind, aggregator);
  }

  /// Applies the function to the datapoints from `from` to `to - 1`, at least one. A datapoint that
  /// stands for several is their sum in case of an average, and has their number as its weight.
  /// Only averages and counts use the weight.
  double apply(PointBuffer points, int from, int to) {
    double[] values = points.values();
    return points.isWeighted()
        ? weighted(values, points.weights(), from, to)
        : plain(values, from, to);
  }

  private double plain(double[] values, int from, int to) {
    return switch (kind) {
      case SUM -> sum(values, from, to, false);
      case AVERAGE -> sum(values, from, to, true);
      case MIN -> min(values, from, to);
      case MAX -> max(values, from, to);
      case COUNT, OTHER -> aggregator.reduce(values, from, to);
    };
  }

  private double weighted(double[] values, double[] weights, int from, int to) {
    return switch (kind) {
      case COUNT -> weight(values, weights, from, to);
      case AVERAGE -> sum(values, from, to, false) / weight(values, weights, from, to);
      case SUM, MIN, MAX, OTHER -> plain(values, from, to);
    };
  }

  /// Returns the number of datapoints that the values stand for.
  private static double weight(double[] values, double[] weights, int from, int to) {
    double weight = 0;
    for (int i = from; i < to; i++) {
      weight += Double.isNaN(values[i]) ? 0 : weights[i];
    }
    return weight;
  }

  private static double sum(double[] values, int from, int to, boolean average) {
    double sum = 0;
    int count = 0;
    for (int i = from; i < to; i++) {
      double value = values[i];
      if (!Double.isNaN(value)) {
        sum += value;
        count++;
      }
    }
    if (count == 0) {
      return Double.NaN;
    }
    return average ? sum / count : sum;
  }

  private double min(double[] values, int from, int to) {
    double min = Double.POSITIVE_INFINITY;
    for (int i = from; i < to; i++) {
      if (values[i] < min) {
        min = values[i];
      }
    }
    return isPlain(min) ? min : aggregator.reduce(values, from, to);
  }

  private double max(double[] values, int from, int to) {
    double max = Double.NEGATIVE_INFINITY;
    for (int i = from; i < to; i++) {
      if (values[i] > max) {
        max = values[i];
      }
    }
    return isPlain(max) ? max : aggregator.reduce(values, from, to);
  }

  /// Returns whether a comparison found the right extreme. It leaves an infinity if there are only
  /// gaps, and does not distinguish 0.0 from -0.0.
  private static boolean isPlain(double extreme) {
    return extreme != 0 && !Double.isInfinite(extreme);
  }
}

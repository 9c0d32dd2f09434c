package goku.query;

import goku.model.PointBuffer;
import goku.query.aggregator.Aggregator;

/// What becomes of the datapoints of a series in one downsampling step. The common functions have
/// loops of their own here, which the compiler sees through; sums are plain, as OpenTSDB's are: the
/// order of a series' datapoints is always the same.
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

  /// Over the datapoints from `from` to `to - 1`, at least one. Where a datapoint stands for
  /// several, it is their sum for an average, and has their number as its weight; other functions
  /// but the count take its value alone.
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

  /// How many datapoints the values stand for.
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

  /// Whether it is what comparing has to find. Nothing but gaps leaves an infinity, and of 0.0 and
  /// -0.0 it finds the first.
  private static boolean isPlain(double extreme) {
    return extreme != 0 && !Double.isInfinite(extreme);
  }
}

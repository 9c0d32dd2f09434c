package goku.integration.tiers;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// The value read of a rollup: section 5.2 of the paper and `goku.query.Resolution`.
enum RolledUp {
  AVERAGE,
  SUM,
  WEIGHTED_SUM,
  COUNT,
  MIN,
  MAX;

  /// @param function of downsampling; null for none
  static RolledUp by(@Nullable String function) {
    return switch (function) {
      case "sum", "zimsum", "pfsum" -> SUM;
      case "avg" -> WEIGHTED_SUM;
      case "count" -> COUNT;
      case "min", "mimmin" -> MIN;
      case "max", "mimmax" -> MAX;
      case null, default -> AVERAGE;
    };
  }

  /// @param values of one interval, at least one
  double value(Collection<Double> values) {
    return switch (this) {
      case AVERAGE -> sum(values) / values.size();
      case SUM, WEIGHTED_SUM -> sum(values);
      case COUNT -> values.size();
      case MIN -> values.stream().mapToDouble(value -> value).min().orElseThrow();
      case MAX -> values.stream().mapToDouble(value -> value).max().orElseThrow();
    };
  }

  /// Returns whether a rollup counts as many datapoints as it was made of.
  boolean isWeighted() {
    return this == WEIGHTED_SUM || this == COUNT;
  }

  /// Returns the sum in the order of time.
  private static double sum(Collection<Double> values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }
}

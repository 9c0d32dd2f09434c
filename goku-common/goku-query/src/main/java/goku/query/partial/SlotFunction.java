package goku.query.partial;

import goku.query.aggregator.Aggregator;
import java.util.Optional;

/// The aggregations whose partial results compose: each timestamp keeps a few numbers, however many
/// series there are.
enum SlotFunction {
  SUM,
  SQUARE_SUM,
  AVERAGE,
  COUNT,
  MIN,
  MAX;

  /// Returns the function of an aggregator. Empty if it needs all values at once, like percentiles,
  /// or the order of the values.
  static Optional<SlotFunction> of(Aggregator aggregator) {
    return switch (aggregator.composition()) {
      case SUM -> Optional.of(SUM);
      case SQUARE_SUM -> Optional.of(SQUARE_SUM);
      case AVERAGE -> Optional.of(AVERAGE);
      case COUNT -> Optional.of(COUNT);
      case MIN -> Optional.of(MIN);
      case MAX -> Optional.of(MAX);
      case PLACE, WHOLE -> Optional.empty();
    };
  }
}

package goku.query.partial;

import goku.query.aggregator.Aggregator;
import java.util.Optional;

/// The aggregations whose parts compose: what is kept for each timestamp is a few numbers, whatever
/// the number of series.
enum SlotFunction {
  SUM,
  SQUARE_SUM,
  AVERAGE,
  COUNT,
  MIN,
  MAX;

  /// Empty for those that need all values at once, such as percentiles, or their order.
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

package goku.model;

/// A move of metrics that an ingestor may have learned late, for example because it was cut off
/// from ZooKeeper. Datapoints of the period may therefore be in the old namespace.
///
/// @param prefix the beginning of the metrics
/// @param namespace the name of the old namespace
/// @param fromMillis the first time of such datapoints
/// @param untilMillis the first time after them; the largest long without an end
/// @param isConfirmed whether all ingestors know the move, so that the period grows no more
public record LateMove(
    String prefix, String namespace, long fromMillis, long untilMillis, boolean isConfirmed) {
  public LateMove {
    if (untilMillis <= fromMillis) {
      throw new IllegalArgumentException(
          "cannot create a late move: untilMillis=%d is not after fromMillis=%d"
              .formatted(untilMillis, fromMillis));
    }
  }

  /// Returns whether datapoints of the metric in the range may be in the old namespace.
  boolean concerns(String metric, TimeRange range) {
    return range.startMillis() < untilMillis
        && range.endMillis() >= fromMillis
        && metric.startsWith(prefix);
  }
}

package goku.index;

/// The exact number of series of a metric in one shard.
public record MetricCount(String metric, int series) {
  /// A metric near its limit.
  ///
  /// @param added changes whenever a series is added to the metric
  public record Near(MetricCount count, long added) {}
}

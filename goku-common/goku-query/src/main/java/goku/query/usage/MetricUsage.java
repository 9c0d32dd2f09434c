package goku.query.usage;

/// The usage of a namespace by one metric, in one shard or in several.
///
/// @param series the number of time series in the index
/// @param dayPoints the number of datapoints with a timestamp in the last twelve windows of two
///   hours, including the current one. Until its bucket is finalized, each arrival counts;
///   afterwards each distinct timestamp counts once.
/// @param windowPoints the number of datapoints of the last finished window, counted the same way
/// @param bytes the size of the datapoints of all windows, in memory and in the shard's files
public record MetricUsage(
    String namespace, String metric, long series, long dayPoints, long windowPoints, long bytes) {
  /// Returns the sum of both. Shards have disjoint series, so nothing counts twice.
  public MetricUsage plus(MetricUsage other) {
    return new MetricUsage(
        namespace,
        metric,
        series + other.series,
        dayPoints + other.dayPoints,
        windowPoints + other.windowPoints,
        bytes + other.bytes);
  }
}

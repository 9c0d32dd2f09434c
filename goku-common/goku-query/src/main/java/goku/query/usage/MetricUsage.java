package goku.query.usage;

/// How much of a namespace a metric is, of one shard or of several together.
///
/// @param series time series that the index has
/// @param dayPoints datapoints of the last twelve windows of two hours, the current one included,
///   by the time of the datapoint: each arrival counts until its bucket is finalized, from then on
///   each timestamp once
/// @param windowPoints datapoints of the last window that has ended, counted the same way
/// @param bytes that the datapoints of all windows take in memory and in the files of the shard
public record MetricUsage(
    String namespace, String metric, long series, long dayPoints, long windowPoints, long bytes) {
  /// Both together. Shards have different series, so nothing counts twice.
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

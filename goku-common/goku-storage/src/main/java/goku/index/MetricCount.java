package goku.index;

/// The exact number of series of a metric in one shard.
public record MetricCount(String metric, int series) {}

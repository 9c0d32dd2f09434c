package goku.root.fanout;

/// How much one sub query may read.
public record QueryLimits(long maxSeries, long maxDatapoints) {}

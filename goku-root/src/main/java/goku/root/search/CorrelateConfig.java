package goku.root.search;

import goku.config.Key;

/// The limits of searches over all series. They exceed those of queries, because a search reads
/// every series once.
public record CorrelateConfig(
    @Key(
            value = "max-series",
            doc = "largest number of series that a search over all series may read",
            byDefault = "10000000",
            min = 1)
        long maxSeries,
    @Key(
            value = "max-datapoints",
            doc = "largest number of stored datapoints that a search over all series may read",
            byDefault = "2000000000",
            min = 1)
        long maxDatapoints) {}

package goku.query;

import goku.model.SeriesFilter;

/// A query that the root sends to a node: the series to select, the stages of each series, and the
/// grouping.
///
/// @param series whether the series of each group are needed, even where their aggregate would do
/// @param resolution the form in which datapoints are read where rollups exist
public record NodeQuery(
    SeriesFilter filter,
    SeriesStages stages,
    Grouping grouping,
    boolean series,
    Resolution resolution) {}

package goku.query;

import goku.model.SeriesFilter;

/// What the root asks of a node: which series, what to do with each of them, and how to put them
/// together.
///
/// @param series the series of each group are wanted, even where their aggregate would do
/// @param resolution in which form datapoints are read where rollups exist
public record NodeQuery(
    SeriesFilter filter,
    SeriesStages stages,
    Grouping grouping,
    boolean series,
    Resolution resolution) {}

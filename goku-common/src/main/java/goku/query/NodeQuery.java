package goku.query;

/// What the root asks of a node: which series, and what to do with each of them.
public record NodeQuery(SeriesFilter filter, SeriesStages stages) {}

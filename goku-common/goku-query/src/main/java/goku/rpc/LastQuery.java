package goku.rpc;

import goku.model.SeriesFilter;
import goku.model.TimeRange;

/// A search for the last datapoints of series.
///
/// @param range series without a datapoint in it are left out
/// @param maxSeries the search ends when it has found so many; there may then be more
public record LastQuery(SeriesFilter filter, TimeRange range, long maxSeries) {}

package goku.rpc;

import goku.model.SeriesFilter;
import goku.model.TimeRange;

/// A search for the last datapoints of series.
///
/// @param range the searched time; series without a datapoint in the range are left out
/// @param maxSeries the number of series at which the search ends; more series may exist
public record LastQuery(SeriesFilter filter, TimeRange range, long maxSeries) {}

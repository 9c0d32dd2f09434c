package goku.root.correlation;

import goku.model.SeriesFilter;
import goku.query.correlation.Score;
import goku.query.search.MetricPattern;
import goku.root.planning.SeriesQuery;
import org.jspecify.annotations.Nullable;

/// A correlation search as a client requests it.
///
/// @param needle the query for the series to compare with, downsampled to the slots of the search
/// @param metrics the metrics of the haystack
/// @param filter the conditions on the haystack's tags
/// @param namespace the only namespace to search; null for all
/// @param maxLag the largest lag in slots, in both directions
/// @param top the number of series to return
/// @param failsOnPartial whether an error is preferred to a partial answer
record CorrelationRequest(
    SeriesQuery needle,
    MetricPattern metrics,
    SeriesFilter filter,
    @Nullable String namespace,
    Score score,
    int maxLag,
    int top,
    boolean failsOnPartial) {}

package goku.root.search;

import goku.model.SeriesFilter;
import goku.query.search.MetricPattern;
import org.jspecify.annotations.Nullable;

/// The parameters of every search: its haystack and the size of its answer.
///
/// @param metrics the metrics of the haystack
/// @param filter the conditions on the haystack's tags
/// @param namespace the only namespace to search; null for all
/// @param top the number of series to return
/// @param failsOnPartial whether an error is preferred to a partial answer
record SearchScope(
    MetricPattern metrics,
    SeriesFilter filter,
    @Nullable String namespace,
    int top,
    boolean failsOnPartial) {}

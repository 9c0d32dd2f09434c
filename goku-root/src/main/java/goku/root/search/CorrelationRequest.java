package goku.root.search;

import goku.query.correlation.Score;
import goku.root.planning.SeriesQuery;

/// A correlation search as a client requests it.
///
/// @param needle the query for the series to compare with, downsampled to the slots of the search
/// @param maxLag the largest lag in slots, in both directions
record CorrelationRequest(SeriesQuery needle, SearchScope scope, Score score, int maxLag) {}

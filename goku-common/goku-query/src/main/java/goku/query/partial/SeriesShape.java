package goku.query.partial;

import goku.query.aggregator.Interpolation;

/// How a series counts between its datapoints.
///
/// @param rates the series are rates: a series keeps its last rate until the next, takes part from
///   the very beginning with its first one, and has no datapoint at that one's own time
record SeriesShape(boolean rates, Interpolation interpolation) {
  /// The first datapoint of a series that can be one of the answer.
  int first() {
    return rates ? 1 : 0;
  }
}

package goku.query.partial;

import goku.query.aggregator.Interpolation;

/// The values of a series between its datapoints.
///
/// @param rates whether the series holds rates. If so, it keeps its last rate until the next one.
///   It takes part from the very beginning with its first rate, at whose own time it has no
///   datapoint.
record SeriesShape(boolean rates, Interpolation interpolation) {
  /// Returns the position of the first datapoint that can appear in the answer.
  int first() {
    return rates ? 1 : 0;
  }
}

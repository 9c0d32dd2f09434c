package goku.rpc;

import java.util.List;

/// The last datapoints of series, unordered.
///
/// @param completeFromMillis the earliest time from which the shards had all their datapoints when
///   the search began; `Long.MIN_VALUE` if nothing is missing
public record LastPoints(List<LastPoint> points, long completeFromMillis) {
  public LastPoints {
    points = List.copyOf(points);
  }
}

package goku.rpc;

import java.util.List;

/// The last datapoints of series, without an order.
///
/// @param completeFromMillis the first millisecond from which on the shards had all they should
///   have when the search began; the smallest long when nothing is missing
public record LastPoints(List<LastPoint> points, long completeFromMillis) {
  public LastPoints {
    points = List.copyOf(points);
  }
}

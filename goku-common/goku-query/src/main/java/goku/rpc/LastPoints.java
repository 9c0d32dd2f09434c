package goku.rpc;

import goku.model.Holes;
import java.util.List;

/// The last datapoints of series, unordered.
///
/// @param holes the holes that the shards had in the range when the search began
public record LastPoints(List<LastPoint> points, Holes holes) {
  public LastPoints {
    points = List.copyOf(points);
  }
}

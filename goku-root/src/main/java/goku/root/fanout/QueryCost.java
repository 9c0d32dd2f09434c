package goku.root.fanout;

import goku.query.control.QueryControl;
import java.util.List;

/// The resources that a query has used so far, over all of its sub-queries.
///
/// @param series the number of series that matched
/// @param datapoints the number of stored datapoints that were read
/// @param heldBytes the heap that the query holds now
/// @param workNanos the time of all workers together
public record QueryCost(long series, long datapoints, long heldBytes, long workNanos) {
  static QueryCost of(List<QueryControl> controls) {
    return new QueryCost(
        controls.stream().mapToLong(QueryControl::series).sum(),
        controls.stream().mapToLong(QueryControl::datapoints).sum(),
        controls.stream().mapToLong(QueryControl::heldBytes).sum(),
        controls.stream().mapToLong(QueryControl::workNanos).sum());
  }
}

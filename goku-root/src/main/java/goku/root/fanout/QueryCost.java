package goku.root.fanout;

import goku.query.control.QueryControl;
import java.util.List;

/// What a query has taken so far, over all of its sub queries.
///
/// @param series that matched
/// @param datapoints stored ones that were read
/// @param heldBytes heap that is held for it now
/// @param workNanos time of all workers together
public record QueryCost(long series, long datapoints, long heldBytes, long workNanos) {
  static QueryCost of(List<QueryControl> controls) {
    return new QueryCost(
        controls.stream().mapToLong(QueryControl::series).sum(),
        controls.stream().mapToLong(QueryControl::datapoints).sum(),
        controls.stream().mapToLong(QueryControl::heldBytes).sum(),
        controls.stream().mapToLong(QueryControl::workNanos).sum());
  }
}

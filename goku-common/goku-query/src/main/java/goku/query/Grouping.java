package goku.query;

import goku.query.aggregator.Aggregator;
import java.util.Set;

/// The grouping and aggregation of a query's series.
///
/// @param by tag keys; every combination of their values is a group
/// @param rates whether the series hold rates
/// @param window the query's window; only its range appears in the answer
/// @param members whether the tags of each series are needed
public record Grouping(
    Set<String> by, Aggregator aggregator, boolean rates, QueryWindow window, boolean members) {
  public Grouping {
    by = Set.copyOf(by);
  }
}

package goku.query;

import goku.query.aggregator.Aggregator;
import java.util.Set;

/// What becomes of the series of a query.
///
/// @param by tag keys; every combination of their values is a group
/// @param rates the series hold rates
/// @param window its range is what appears in the answer
/// @param members the tags of each series are wanted
public record Grouping(
    Set<String> by, Aggregator aggregator, boolean rates, QueryWindow window, boolean members) {
  public Grouping {
    by = Set.copyOf(by);
  }
}

package goku.query.merge;

import goku.query.Aggregator;
import goku.query.QueryWindow;
import java.util.Set;

/// What is to be done with the series of a query once they have all come.
///
/// @param by tag keys; every combination of their values is a group
/// @param rates the series hold rates
/// @param window its range is what appears in the answer
public record Grouping(Set<String> by, Aggregator aggregator, boolean rates, QueryWindow window) {
  public Grouping {
    by = Set.copyOf(by);
  }
}

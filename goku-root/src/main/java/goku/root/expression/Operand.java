package goku.root.expression;

import java.util.List;
import java.util.Set;

/// The value of a variable of an expression.
///
/// @param series series in any order
/// @param queryTags the tag keys that the sub-query filters by; empty for the result of an
///   expression
/// @param fill the value for missing datapoints
public record Operand(String id, List<Series> series, Set<String> queryTags, double fill) {
  public Operand {
    series = List.copyOf(series);
    queryTags = Set.copyOf(queryTags);
  }
}

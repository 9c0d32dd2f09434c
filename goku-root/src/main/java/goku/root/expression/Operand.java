package goku.root.expression;

import java.util.List;
import java.util.Set;

/// What a variable of an expression stands for.
///
/// @param series in any order
/// @param queryTags the tag keys that its sub query filters by; none for the result of an
///   expression
/// @param fill the value where a series has none
public record Operand(String id, List<Series> series, Set<String> queryTags, double fill) {
  public Operand {
    series = List.copyOf(series);
    queryTags = Set.copyOf(queryTags);
  }
}

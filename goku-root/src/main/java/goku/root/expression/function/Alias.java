package goku.root.expression.function;

import goku.model.Tag;
import goku.root.expression.Series;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/// A function that renames series and drops their tags. `@key` in the name is replaced by the value
/// of that tag.
///
/// @param template the name, with its quotes if it has any, as in OpenTSDB
record Alias(String template) implements SeriesFunction.OfEach {
  @Override
  public Series apply(Series series) {
    String name = template;
    // longest key first: @hostname before @host
    Comparator<Tag> longest = Comparator.comparingInt((Tag tag) -> tag.key().length()).reversed();
    for (Tag tag : series.tags().stream().sorted(longest).toList()) {
      name = name.replace("@" + tag.key(), tag.value());
    }
    return new Series(
        new TreeSet<>(List.of(name)),
        List.of(),
        Collections.emptySortedSet(),
        series.origins(),
        series.points());
  }
}

package goku.integration.reference;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The selection of a sub query's series.
final class Selection {
  private final List<StoredSeries> all;

  Selection(List<StoredSeries> all) {
    this.all = all;
  }

  /// "An unknown value is an error 400 for literal_or and plain tags, even among known ones; the
  /// other filters take it." "A key or value that is known but not of this metric gives []."
  boolean knows(SubQuery query) {
    if (all.stream().noneMatch(series -> series.metric().equals(query.metric()))) {
      return false;
    }
    Set<String> keys = new HashSet<>();
    Set<String> values = new HashSet<>();
    for (StoredSeries series : all) {
      keys.addAll(series.tags().keySet());
      values.addAll(series.tags().values());
    }
    for (Filter filter : query.filters()) {
      boolean unknownValue =
          filter.type().equals("literal_or") && !values.containsAll(filter.literals());
      if (!keys.contains(filter.key()) || unknownValue) {
        return false;
      }
    }
    return true;
  }

  List<StoredSeries> of(SubQuery query) {
    return all.stream()
        .filter(series -> series.metric().equals(query.metric()))
        .filter(series -> holdsAll(query.filters(), series))
        .filter(series -> !query.explicitTags() || hasExactlyTheKeys(query.filters(), series))
        .toList();
  }

  /// All filters have to hold, but "two literal_or are united".
  private static boolean holdsAll(List<Filter> filters, StoredSeries series) {
    for (Filter filter : filters) {
      String value = series.tags().get(filter.key());
      boolean holds = filter.accepts(value);
      if (filter.type().equals("literal_or")) {
        holds =
            filters.stream()
                .filter(other -> other.type().equals("literal_or"))
                .filter(other -> other.key().equals(filter.key()))
                .anyMatch(other -> other.accepts(value));
      }
      if (!holds) {
        return false;
      }
    }
    return true;
  }

  /// "explicitTags keeps only series with exactly the keys of the filters." Without filters it does
  /// nothing, and the key of a not_key is none that a series could have.
  private static boolean hasExactlyTheKeys(List<Filter> filters, StoredSeries series) {
    Set<String> keys = new TreeSet<>();
    for (Filter filter : filters) {
      if (!filter.type().equals("not_key")) {
        keys.add(filter.key());
      }
    }
    return filters.isEmpty() || series.tags().keySet().equals(keys);
  }
}

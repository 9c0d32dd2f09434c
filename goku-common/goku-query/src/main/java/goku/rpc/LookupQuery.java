package goku.rpc;

import goku.model.SeriesFilter;
import goku.model.Tag;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// A search for series by name.
///
/// @param anyKeyValues values that a series must have, under any key
/// @param distinctKeys tag keys whose values should all appear. If more series match than the limit
///   allows, series that show a new value of one of these keys come first.
/// @param limit the maximum number of series; 0 for no limit
public record LookupQuery(
    SeriesFilter filter, Set<String> anyKeyValues, Set<String> distinctKeys, int limit) {
  public LookupQuery {
    anyKeyValues = Set.copyOf(anyKeyValues);
    distinctKeys = Set.copyOf(distinctKeys);
  }

  /// Returns the same search with another limit.
  public LookupQuery limitedTo(int other) {
    return new LookupQuery(filter, anyKeyValues, distinctKeys, other);
  }

  /// Returns the same search in another metric.
  public LookupQuery ofMetric(String metric) {
    var other =
        new SeriesFilter(metric, filter.filters(), filter.explicitTags(), filter.nameHashes());
    return new LookupQuery(other, anyKeyValues, distinctKeys, limit);
  }

  boolean matches(FoundSeries series) {
    return anyKeyValues.stream()
        .allMatch(value -> series.tags().stream().anyMatch(tag -> tag.value().equals(value)));
  }

  /// Cuts series down to the limit, ascending. Cutting parts and then their union gives the same
  /// result as cutting the whole.
  public List<FoundSeries> cut(Collection<FoundSeries> found) {
    List<FoundSeries> sorted = new ArrayList<>(new TreeSet<>(found));
    if (limit == 0 || sorted.size() <= limit) {
      return sorted;
    }
    Set<Tag> seen = new HashSet<>();
    List<FoundSeries> chosen = new ArrayList<>();
    List<FoundSeries> rest = new ArrayList<>();
    for (FoundSeries series : sorted) {
      boolean shows = false;
      for (Tag tag : series.tags()) {
        shows |= distinctKeys.contains(tag.key()) && seen.add(tag);
      }
      (shows ? chosen : rest).add(series);
    }
    chosen.addAll(rest);
    return chosen.subList(0, limit).stream().sorted().toList();
  }
}

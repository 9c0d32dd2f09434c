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
/// @param anyKeyValues values that a series must have, of whatever key
/// @param distinctKeys when more series match than may be answered, those come first that show a
///   value of these keys not seen yet: a list of values is then complete before it is repetitive
/// @param limit number of series; 0 for all
public record LookupQuery(
    SeriesFilter filter, Set<String> anyKeyValues, Set<String> distinctKeys, int limit) {
  public LookupQuery {
    anyKeyValues = Set.copyOf(anyKeyValues);
    distinctKeys = Set.copyOf(distinctKeys);
  }

  /// The same search for another number of series.
  public LookupQuery limitedTo(int other) {
    return new LookupQuery(filter, anyKeyValues, distinctKeys, other);
  }

  boolean matches(FoundSeries series) {
    return anyKeyValues.stream()
        .allMatch(value -> series.tags().stream().anyMatch(tag -> tag.value().equals(value)));
  }

  /// Cuts series down to the limit, ascending. Cutting parts and then their union gives the same as
  /// cutting the whole.
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

package goku.root.expression;

import goku.model.Tag;
import java.util.List;
import java.util.SortedSet;

/// A series from a sub-query or an expression.
///
/// @param metrics the metrics of its sources, at least one
/// @param tags tags in ascending order of key
/// @param aggregateTags the keys of tags that were aggregated away
/// @param origins the stored series that it was computed from
public record Series(
    SortedSet<String> metrics,
    List<Tag> tags,
    SortedSet<String> aggregateTags,
    List<Origin> origins,
    SeriesPoints points) {
  /// The stored series of a group.
  ///
  /// @param query the index of the sub-query
  /// @param members the tags of each series
  public record Origin(int query, List<List<Tag>> members) {}

  public Series {
    tags = List.copyOf(tags);
    origins = List.copyOf(origins);
  }

  public Series with(SeriesPoints other) {
    return new Series(metrics, tags, aggregateTags, origins, other);
  }
}

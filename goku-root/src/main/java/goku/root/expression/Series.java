package goku.root.expression;

import goku.model.Tag;
import java.util.List;
import java.util.SortedSet;

/// A series as it comes from a sub query or out of an expression.
///
/// @param metrics the metrics that went into it, at least one
/// @param tags ascending by key
/// @param aggregateTags the keys of tags that were aggregated away
/// @param origins the stored series that went into it
public record Series(
    SortedSet<String> metrics,
    List<Tag> tags,
    SortedSet<String> aggregateTags,
    List<Origin> origins,
    SeriesPoints points) {
  /// The series that one sub query found for a group.
  ///
  /// @param query the index of the sub query
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

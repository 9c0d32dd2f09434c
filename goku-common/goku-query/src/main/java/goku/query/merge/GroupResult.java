package goku.query.merge;

import goku.model.Tag;
import goku.query.histogram.HistogramSums;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A group in the answer.
///
/// @param tags tags with one value among the group's series, ascending by key. Series without the
///   key do not count.
/// @param aggregateTags keys with several values among the series, ascending
/// @param members the tags of each series of the group
/// @param suffix the end of the result's name after that of the metric; empty for plain values
/// @param points the datapoints; none before histograms are turned into such results
/// @param histograms the sums of histograms that are still to be turned into results; null if
///   `points` are the result
public record GroupResult(
    List<Tag> tags,
    List<String> aggregateTags,
    List<List<Tag>> members,
    String suffix,
    AggregatedPoints points,
    @Nullable HistogramSums histograms) {
  public GroupResult {
    tags = List.copyOf(tags);
    aggregateTags = List.copyOf(aggregateTags);
    members = List.copyOf(members);
  }

  /// Creates a result of plain values.
  public GroupResult(
      List<Tag> tags,
      List<String> aggregateTags,
      List<List<Tag>> members,
      AggregatedPoints points) {
    this(tags, aggregateTags, members, "", points, null);
  }

  /// Returns a result of the histograms of this group.
  ///
  /// @param end the end of the result's name after that of the metric
  public GroupResult of(String end, AggregatedPoints values) {
    return new GroupResult(tags, aggregateTags, members, end, values, null);
  }

  /// Returns the approximate size in bytes on the heap.
  public long heldBytes() {
    return points.heldBytes() + (histograms == null ? 0 : histograms.heldBytes());
  }
}

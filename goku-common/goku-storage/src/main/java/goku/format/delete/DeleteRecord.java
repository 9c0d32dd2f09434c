package goku.format.delete;

import goku.model.TagFilter;
import goku.model.TimeRange;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is deleted: the datapoints in the range of all series that have the metric and pass the
/// filters. Whether a filter groups means nothing here, and is not written.
///
/// @param explicitTags only series whose tag keys are exactly those of the filters
/// @param nameHashes only series whose names have one of these hashes; null for every series
public record DeleteRecord(
    String metric,
    List<TagFilter> filters,
    boolean explicitTags,
    @Nullable Set<Long> nameHashes,
    TimeRange range) {
  public DeleteRecord {
    filters = List.copyOf(filters);
    nameHashes = nameHashes == null ? null : Set.copyOf(nameHashes);
  }

  /// Of series by the words of their names alone.
  public DeleteRecord(
      String metric, List<TagFilter> filters, boolean explicitTags, TimeRange range) {
    this(metric, filters, explicitTags, null, range);
  }
}

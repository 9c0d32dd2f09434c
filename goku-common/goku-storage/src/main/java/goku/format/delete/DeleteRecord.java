package goku.format.delete;

import goku.model.TagFilter;
import goku.model.TimeRange;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A delete of the datapoints in the range of all series that have the metric and pass the filters.
/// The `groupBy` of a filter is ignored and not written.
///
/// @param explicitTags true to select only series whose tag keys are exactly those of the filters
/// @param nameHashes hashes of the names of the selected series; null for every series
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

  /// Creates a delete without hashes.
  public DeleteRecord(
      String metric, List<TagFilter> filters, boolean explicitTags, TimeRange range) {
    this(metric, filters, explicitTags, null, range);
  }
}

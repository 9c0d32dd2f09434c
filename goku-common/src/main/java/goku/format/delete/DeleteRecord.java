package goku.format.delete;

import goku.model.TagFilter;
import goku.model.TimeRange;
import java.util.List;

/// What is deleted: the datapoints in the range of all series that have the metric and pass the
/// filters. Whether a filter groups means nothing here, and is not written.
///
/// @param explicitTags only series whose tag keys are exactly those of the filters
public record DeleteRecord(
    String metric, List<TagFilter> filters, boolean explicitTags, TimeRange range) {
  public DeleteRecord {
    filters = List.copyOf(filters);
  }
}

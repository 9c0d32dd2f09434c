package goku.query;

import goku.model.TagFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which series of a shard are wanted.
///
/// @param metric the metric, or null for every metric (only `/api/search/lookup` asks so)
/// @param filters all have to hold
/// @param explicitTags only series whose tag keys are exactly those of the filters
public record SeriesFilter(@Nullable String metric, List<TagFilter> filters, boolean explicitTags) {
  public SeriesFilter {
    filters = List.copyOf(filters);
  }
}

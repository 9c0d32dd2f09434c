package goku.model;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The conditions that select series of a shard. A series must meet all of them.
///
/// @param metric the metric, or null for every metric (used only to search names and identifiers)
/// @param filters conditions on tags
/// @param explicitTags true to select only series whose tag keys are exactly those of the filters
/// @param nameHashes hashes of the wanted series (`SeriesId.nameHash`), which are found without a
///   search; null for every series
public record SeriesFilter(
    @Nullable String metric,
    List<TagFilter> filters,
    boolean explicitTags,
    @Nullable Set<Long> nameHashes) {
  public SeriesFilter {
    filters = List.copyOf(filters);
    nameHashes = nameHashes == null ? null : Set.copyOf(nameHashes);
  }

  /// Creates a filter without hashes.
  public SeriesFilter(@Nullable String metric, List<TagFilter> filters, boolean explicitTags) {
    this(metric, filters, explicitTags, null);
  }

  /// Creates a filter that selects series only by the hashes of their names.
  public static SeriesFilter ofNameHashes(Set<Long> nameHashes) {
    return new SeriesFilter(null, List.of(), false, nameHashes);
  }
}

package goku.model;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which series of a shard are wanted. All conditions have to hold.
///
/// @param metric the metric, or null for every metric (only searches for names and identifiers ask
///   so)
/// @param filters all have to hold
/// @param explicitTags only series whose tag keys are exactly those of the filters
/// @param nameHashes only series whose names have one of these hashes (`SeriesId.nameHash`), which
///   are found without a search; null for every series
public record SeriesFilter(
    @Nullable String metric,
    List<TagFilter> filters,
    boolean explicitTags,
    @Nullable Set<Long> nameHashes) {
  public SeriesFilter {
    filters = List.copyOf(filters);
    nameHashes = nameHashes == null ? null : Set.copyOf(nameHashes);
  }

  /// Series by their names' words alone.
  public SeriesFilter(@Nullable String metric, List<TagFilter> filters, boolean explicitTags) {
    this(metric, filters, explicitTags, null);
  }

  /// Series by the hashes of their names alone.
  public static SeriesFilter ofNameHashes(Set<Long> nameHashes) {
    return new SeriesFilter(null, List.of(), false, nameHashes);
  }
}

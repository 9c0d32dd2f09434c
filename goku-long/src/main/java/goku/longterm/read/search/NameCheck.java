package goku.longterm.read.search;

import goku.format.sst.NamesDecoder;
import goku.model.SeriesFilter;
import goku.model.TagFilter;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What postings cannot tell of a series: whether it has no other tags, and the hash of its name.
/// Thread-safe.
final class NameCheck {
  private static final int ANY = -1;

  /// Ascending; null for any.
  private final long @Nullable [] hashes;

  /// The number of tags that a series must have.
  private final int tags;

  NameCheck(SeriesFilter filter) {
    hashes = filter.nameHashes() == null ? null : sorted(filter.nameHashes());
    tags = filter.explicitTags() ? keys(filter) : ANY;
  }

  /// Whether every name passes.
  boolean passesAll() {
    return hashes == null && tags == ANY;
  }

  /// Every filter asks for its key, but `not_key`: if all are passed and the number of tags is that
  /// of the keys, there is no other.
  boolean passes(NamesDecoder names) {
    return (tags == ANY || names.pairCount() == tags)
        && (hashes == null || Arrays.binarySearch(hashes, names.hash()) >= 0);
  }

  private static int keys(SeriesFilter filter) {
    return (int)
        filter.filters().stream()
            .filter(one -> !(one instanceof TagFilter.NotKey))
            .map(TagFilter::key)
            .distinct()
            .count();
  }

  private static long[] sorted(Set<Long> hashes) {
    return hashes.stream().mapToLong(Long::longValue).sorted().toArray();
  }
}

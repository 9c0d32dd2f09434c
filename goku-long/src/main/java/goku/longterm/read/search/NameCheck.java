package goku.longterm.read.search;

import goku.format.sst.NamesDecoder;
import goku.model.SeriesFilter;
import goku.model.TagFilter;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A check of the properties of a series that postings lack: the absence of other tags, and the
/// hash of its name. Thread-safe.
final class NameCheck {
  private static final int ANY = -1;

  /// The accepted hashes, ascending; null for any.
  private final long @Nullable [] hashes;

  /// The number of tags that a series must have.
  private final int tags;

  NameCheck(SeriesFilter filter) {
    hashes = filter.nameHashes() == null ? null : sorted(filter.nameHashes());
    tags = filter.explicitTags() ? keys(filter) : ANY;
  }

  /// Returns whether every name passes.
  boolean passesAll() {
    return hashes == null && tags == ANY;
  }

  /// Returns whether the name passes. Every filter except `not_key` requires its key. A series that
  /// passes all filters and has as many tags as keys therefore has no other tag.
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

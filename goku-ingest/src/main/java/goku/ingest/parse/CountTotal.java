package goku.ingest.parse;

import org.jspecify.annotations.Nullable;

/// The total of the counts of a histogram, which must fit a long like each count. Owned by one
/// thread.
final class CountTotal {
  private long total;

  long total() {
    return total;
  }

  /// Adds a count and returns whether the count and the total are permitted. Otherwise adds
  /// nothing.
  boolean accepts(long count) {
    if (count < 0 || total + count < 0) {
      return false;
    }
    total += count;
    return true;
  }

  /// Adds a count. Returns null, or the reason for the rejection.
  ///
  /// @param field the name of the count in the rejection
  @Nullable Rejection add(String field, long count) {
    if (accepts(count)) {
      return null;
    }
    return SentHistogram.invalid(
        field,
        Long.toString(count),
        (count < 0 ? "must be 0 to " : "counts must together be at most ") + Long.MAX_VALUE);
  }
}

package goku.shortterm.shard;

import goku.model.Tier;
import goku.shortterm.bucket.Bucket;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Which windows of a shard are to be finalized.
///
/// @param buckets ascending
/// @param oldest number of the first bucket that has not expired
record DueWindows(List<Bucket> buckets, int oldest) {
  /// The ends of windows that a decision is needed for, ascending. A decision holds for all buckets
  /// with datapoints that end before, so the end of the last such bucket will do; a window without
  /// datapoints needs one of its own.
  ///
  /// From the first bucket on that the shard has, every window is to become a file; if it has none,
  /// from the last window on that is over.
  ///
  /// @param beforeMillis windows that end then or before are due
  /// @param evenEmpty whether windows without datapoints are to become files
  SortedSet<Long> ends(long beforeMillis, boolean evenEmpty) {
    var ends = new TreeSet<Long>();
    buckets.stream()
        .filter(bucket -> bucket.lastMillis() < beforeMillis)
        .filter(bucket -> bucket.differsFromFile() && !bucket.isBeingFinalized())
        .mapToInt(Bucket::number)
        .max()
        .ifPresent(number -> ends.add(end(number)));
    if (evenEmpty) {
      int last = Bucket.numberOf(beforeMillis) - 1;
      int first = buckets.isEmpty() ? last : Math.min(buckets.getFirst().number(), last);
      for (int number = Math.max(first, oldest); number <= last; number++) {
        if (isMissing(number)) {
          ends.add(end(number));
        }
      }
    }
    return ends;
  }

  private boolean isMissing(int number) {
    return buckets.stream()
        .filter(bucket -> bucket.number() == number)
        .noneMatch(
            bucket ->
                bucket.finalized().isPresent()
                    || bucket.isBeingFinalized()
                    || bucket.differsFromFile());
  }

  private static long end(int number) {
    return (number + 1) * Tier.MEMORY_BUCKET.toMillis();
  }
}

package goku.shortterm.shard;

import goku.shortterm.bucket.Bucket;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// The windows of a shard that are due for finalization.
///
/// @param buckets the buckets, ascending
/// @param oldest the number of the first bucket that has not expired
/// @param lost the windows that lack datapoints and need files, also those that have expired
record DueWindows(List<Bucket> buckets, int oldest, LostWindows lost) {
  /// Returns the ends of windows that need a decision, ascending. A decision covers all earlier
  /// buckets with datapoints, so the end of the last such bucket suffices. A window without
  /// datapoints needs its own decision.
  ///
  /// From the shard's first bucket on, every window becomes a file; without a bucket, from the last
  /// finished window on.
  ///
  /// @param beforeMillis windows that end at this time or earlier are due
  /// @param evenEmpty whether windows without datapoints become files
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
      Arrays.stream(lost.nextBefore(last + 1)).max().ifPresent(number -> ends.add(end(number)));
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
    return Bucket.startMillis(number + 1);
  }
}

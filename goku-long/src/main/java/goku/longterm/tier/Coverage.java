package goku.longterm.tier;

import goku.tier.BucketKey;
import goku.tier.Manifest;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/// A check for gaps in the held buckets. Stateless.
public final class Coverage {
  /// The value for no gap.
  static final long COMPLETE = Long.MAX_VALUE;

  private Coverage() {}

  /// Returns where the first gap begins, at the latest after the last bucket: GokuS has what comes
  /// after it. The smallest long without a bucket.
  ///
  /// @param windows the windows of buckets in S3
  /// @param files the newest files of windows of GokuS in S3
  public static long completeTo(
      Collection<Window> windows, Collection<BucketKey> files, Collection<Manifest> held) {
    long gap = Math.min(firstGap(windows, held), firstUnconsumed(files, held));
    return Math.min(gap, end(held));
  }

  /// Returns the end of the last bucket; the smallest long if there is none.
  static long end(Collection<Manifest> held) {
    return held.stream().mapToLong(Manifest::endMillis).max().orElse(Long.MIN_VALUE);
  }

  /// Returns whether the buckets have all of another bucket's window.
  static boolean contains(Collection<Manifest> held, Manifest bucket) {
    var window = new Window(bucket.startMillis(), bucket.endMillis());
    return firstGap(List.of(window), held) == COMPLETE;
  }

  /// Returns the first millisecond of the windows that no held bucket has; the largest long if
  /// there is none.
  static long firstGap(Collection<Window> windows, Collection<Manifest> held) {
    List<Manifest> ascending =
        held.stream().sorted(Comparator.comparingLong(Manifest::startMillis)).toList();
    long gap = COMPLETE;
    for (Window window : windows) {
      long reached = window.startMillis();
      for (Manifest bucket : ascending) {
        if (bucket.startMillis() > reached) {
          break;
        }
        reached = Math.max(reached, bucket.endMillis());
      }
      if (reached < window.endMillis()) {
        gap = Math.min(gap, reached);
      }
    }
    return gap;
  }

  /// Returns the begin of the first window of which no held bucket has consumed the file; the
  /// largest long if there is none.
  ///
  /// @param files the newest files of windows of GokuS
  private static long firstUnconsumed(Collection<BucketKey> files, Collection<Manifest> held) {
    return files.stream()
        .filter(file -> held.stream().noneMatch(bucket -> bucket.hasConsumed(file)))
        .mapToLong(BucketKey::startMillis)
        .min()
        .orElse(COMPLETE);
  }
}

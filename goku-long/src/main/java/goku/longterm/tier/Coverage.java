package goku.longterm.tier;

import goku.tier.Manifest;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/// A check for gaps in the held buckets.
final class Coverage {
  /// The value for no gap.
  static final long COMPLETE = Long.MAX_VALUE;

  private Coverage() {}

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
}

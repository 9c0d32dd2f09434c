package goku.tier;

import java.util.Comparator;

/// A window of a shard of GokuS that a bucket of a tier has from an incomplete file only: the shard
/// had lost some of its datapoints.
///
/// @param shard number of the shard of GokuS
/// @param startMillis first millisecond of the window
public record IncompleteWindow(int shard, long startMillis)
    implements Comparable<IncompleteWindow> {
  private static final Comparator<IncompleteWindow> ORDER =
      Comparator.comparingInt(IncompleteWindow::shard)
          .thenComparingLong(IncompleteWindow::startMillis);

  @Override
  public int compareTo(IncompleteWindow other) {
    return ORDER.compare(this, other);
  }
}

package goku.codec;

import goku.model.PointBuffer;

/// The sorting of datapoints from arrival order into timestamp order. Pure.
public final class ArrivalOrder {
  /// The mean number of places that datapoints may be late by before they are merged. For 7,200
  /// that are late by 21 places, moving takes 16 ns each and merging 59.
  private static final int PLACES_A_POINT = 64;

  private ArrivalOrder() {}

  /// Sorts the datapoints from index `from` on. Of datapoints with the same timestamp, the last is
  /// kept.
  ///
  /// Datapoints of an agent are on an even grid and are put into their places. Other datapoints
  /// that are late by a few places are moved there. If moving takes too much, the rest is merged.
  public static void sortKeepingLast(PointBuffer points, int from) {
    if (points.size() == from) {
      return;
    }
    EvenGrid grid = EvenGrid.of(points.timestamps(), from, points.size());
    if (grid == null || !grid.sortKeepingLast(points, from)) {
      moveKeepingLast(points, from);
    }
  }

  private static void moveKeepingLast(PointBuffer points, int from) {
    long[] timestamps = points.timestamps();
    double[] values = points.words();
    int size = points.size();
    long places = (long) (size - from) * PLACES_A_POINT;
    int ordered = from; // end of the ordered datapoints
    int next = from;
    while (next < size && places >= 0) {
      long timestamp = timestamps[next];
      double value = values[next++];
      int at = ordered;
      while (at > from && timestamps[at - 1] >= timestamp) {
        at--;
      }
      places -= ordered - at;
      if (at == ordered || timestamps[at] != timestamp) {
        System.arraycopy(timestamps, at, timestamps, at + 1, ordered - at);
        System.arraycopy(values, at, values, at + 1, ordered - at);
        timestamps[at] = timestamp;
        ordered++;
      }
      values[at] = value;
    }
    System.arraycopy(timestamps, next, timestamps, ordered, size - next);
    System.arraycopy(values, next, values, ordered, size - next);
    points.setSize(ordered + size - next);
    if (next < size) {
      mergeKeepingLast(points, from);
    }
  }

  private static void mergeKeepingLast(PointBuffer points, int from) {
    int count = points.size() - from;
    var source = new Run(points.timestamps(), points.words(), from);
    var target = new Run(new long[count], new double[count], 0);
    for (int width = 1; width < count; width *= 2) {
      for (int left = 0; left < count; left += 2 * width) {
        int middle = Math.min(left + width, count);
        merge(source, left, middle, Math.min(middle + width, count), target);
      }
      var sorted = target;
      target = source;
      source = sorted;
    }
    points.setSize(from + keepLast(source, count, points, from));
  }

  /// Merges two neighbouring runs. Of equal timestamps, those of the left run come first.
  private static void merge(Run from, int left, int middle, int end, Run to) {
    if (middle == end || from.timestamp(middle - 1) <= from.timestamp(middle)) {
      from.copy(left, end, to);
      return;
    }
    int a = left;
    int b = middle;
    for (int i = left; i < end; i++) {
      boolean takeLeft = b == end || (a < middle && from.timestamp(a) <= from.timestamp(b));
      to.set(i, from, takeLeft ? a++ : b++);
    }
  }

  private static int keepLast(Run sorted, int count, PointBuffer points, int from) {
    var result = new Run(points.timestamps(), points.words(), from);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (i + 1 == count || sorted.timestamp(i) != sorted.timestamp(i + 1)) {
        result.set(kept++, sorted, i);
      }
    }
    return kept;
  }

  private static final class Run {
    private final long[] timestamps;
    private final double[] values;
    private final int from;

    Run(long[] timestamps, double[] values, int from) {
      this.timestamps = timestamps;
      this.values = values;
      this.from = from;
    }

    long timestamp(int index) {
      return timestamps[from + index];
    }

    void set(int index, Run source, int sourceIndex) {
      timestamps[from + index] = source.timestamps[source.from + sourceIndex];
      values[from + index] = source.values[source.from + sourceIndex];
    }

    void copy(int start, int end, Run to) {
      System.arraycopy(timestamps, from + start, to.timestamps, to.from + start, end - start);
      System.arraycopy(values, from + start, to.values, to.from + start, end - start);
    }
  }
}

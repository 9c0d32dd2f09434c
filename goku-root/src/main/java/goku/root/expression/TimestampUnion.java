package goku.root.expression;

import java.util.Arrays;
import java.util.List;

/// The union of the timestamps of several series, ascending and without duplicates.
final class TimestampUnion {
  private final List<SeriesPoints> series;
  private final ValueBudget budget;

  private TimestampUnion(List<SeriesPoints> series, ValueBudget budget) {
    this.series = series;
    this.budget = budget;
  }

  /// Returns the union of the timestamps.
  ///
  /// @param budget the limit on a table of all series at all timestamps; checked early, before
  ///   series with different timestamps cost much time and memory
  static long[] of(List<SeriesPoints> series, ValueBudget budget) {
    return new TimestampUnion(series, budget).union();
  }

  private long[] union() {
    long[] union = {};
    for (SeriesPoints one : series) {
      // fast path: all series have the same timestamps
      if (!Arrays.equals(union, one.timestamps())) {
        union = union(union, one.timestamps());
        budget.check((long) union.length * series.size());
      }
    }
    return union;
  }

  private static long[] union(long[] a, long[] b) {
    long[] union = new long[a.length + b.length];
    int size = 0;
    int i = 0;
    int j = 0;
    while (i < a.length || j < b.length) {
      long next =
          Math.min(
              i < a.length ? a[i] : Long.MAX_VALUE, //
              j < b.length ? b[j] : Long.MAX_VALUE);
      i += i < a.length && a[i] == next ? 1 : 0;
      j += j < b.length && b[j] == next ? 1 : 0;
      union[size++] = next;
    }
    return Arrays.copyOf(union, size);
  }
}

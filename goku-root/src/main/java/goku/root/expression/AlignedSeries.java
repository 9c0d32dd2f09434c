package goku.root.expression;

import java.util.List;

/// Series that are aligned to the same timestamps.
public final class AlignedSeries {
  private final long[] timestamps;
  private final List<Series> columns;

  AlignedSeries(long[] timestamps, List<Series> columns) {
    this.timestamps = timestamps;
    this.columns = List.copyOf(columns);
  }

  /// Aligns series to all timestamps at which any of them has a datapoint.
  ///
  /// @param fill the value for missing datapoints
  public static AlignedSeries of(List<Series> series, double fill, ValueBudget budget) {
    long[] timeline = TimestampUnion.of(series.stream().map(Series::points).toList(), budget);
    budget.use((long) timeline.length * series.size());
    List<Series> columns =
        series.stream()
            .map(one -> one.with(new SeriesPoints(timeline, one.points().on(timeline, fill))))
            .toList();
    return new AlignedSeries(timeline, columns);
  }

  public int rows() {
    return timestamps.length;
  }

  /// Returns milliseconds since the epoch.
  public long timestamp(int row) {
    return timestamps[row];
  }

  public List<Series> columns() {
    return columns;
  }
}

package goku.shortterm.usage;

import java.util.Arrays;

/// Three sums for each metric, by its number in `MetricNumbers`. Owned by one thread at a time.
final class MetricSums {
  private long[] series = new long[64];
  private long[] points = new long[64];
  private long[] bytes = new long[64];

  void add(int metric, long moreSeries, long morePoints, long moreBytes) {
    if (metric >= series.length) {
      int capacity = Math.max(metric + 1, series.length * 2);
      series = Arrays.copyOf(series, capacity);
      points = Arrays.copyOf(points, capacity);
      bytes = Arrays.copyOf(bytes, capacity);
    }
    series[metric] += moreSeries;
    points[metric] += morePoints;
    bytes[metric] += moreBytes;
  }

  long series(int metric) {
    return metric < series.length ? series[metric] : 0;
  }

  long points(int metric) {
    return metric < points.length ? points[metric] : 0;
  }

  long bytes(int metric) {
    return metric < bytes.length ? bytes[metric] : 0;
  }
}

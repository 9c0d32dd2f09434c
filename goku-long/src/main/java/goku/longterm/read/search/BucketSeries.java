package goku.longterm.read.search;

import java.util.Arrays;

/// The ids of a selection's series in one bucket, by position. Filled by one thread; any thread may
/// read once published.
public final class BucketSeries {
  public static final int ABSENT = -1;

  /// The ids by position; positions after the end are absent.
  private int[] ids = {};

  /// The number of the metric in the bucket, by its number in the selection.
  private int[] metrics = {};

  void put(int position, int id) {
    if (position >= ids.length) {
      int known = ids.length;
      ids = Arrays.copyOf(ids, Math.max(position + 1, Math.max(64, known * 2)));
      Arrays.fill(ids, known, ids.length, ABSENT);
    }
    ids[position] = id;
  }

  void putMetric(int metric, int number) {
    if (metric >= metrics.length) {
      metrics = Arrays.copyOf(metrics, Math.max(metric + 1, metrics.length * 2));
    }
    metrics[metric] = number;
  }

  /// Returns the id of a series, or `ABSENT`.
  public int id(int position) {
    return position < ids.length ? ids[position] : ABSENT;
  }

  /// Returns the bucket's number of a metric of the selection. The bucket must have series of it.
  public int metric(int metric) {
    return metrics[metric];
  }
}

package goku.longterm.read.search;

import java.util.Arrays;

/// Where the series of a selection are in one bucket: of each position its id. Filled by one
/// thread; when it is published any thread may read.
public final class BucketSeries {
  public static final int ABSENT = -1;

  /// By position; positions behind the end are absent.
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

  /// The id of a series, or `ABSENT`.
  public int id(int position) {
    return position < ids.length ? ids[position] : ABSENT;
  }

  /// The number that the bucket has for a metric of the selection of which it has series.
  public int metric(int metric) {
    return metrics[metric];
  }
}

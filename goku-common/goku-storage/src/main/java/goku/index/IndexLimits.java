package goku.index;

/// How many series a shard takes. Series that are there stay and keep getting datapoints; only new
/// ones are refused, so that a tag with ever new values hurts the metric that has it and no other.
public record IndexLimits(int seriesPerMetric, int seriesPerShard) {
  public static final IndexLimits NONE = new IndexLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);

  public IndexLimits {
    if (seriesPerMetric < 1 || seriesPerShard < 1) {
      throw new IllegalArgumentException(
          "limits of series must be above 0: %d a metric, %d a shard"
              .formatted(seriesPerMetric, seriesPerShard));
    }
  }

  /// The number of series at which to warn: 80 % of the limit.
  public static int warningAt(int limit) {
    return (int) (limit * 4L / 5);
  }
}

package goku.index;

/// The limits on the number of series in a shard. Existing series stay and keep receiving
/// datapoints. Only new series are rejected, so a tag with ever new values harms only its own
/// metric.
public record IndexLimits(int seriesPerMetric, int seriesPerShard) {
  public static final IndexLimits NONE = new IndexLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);

  public IndexLimits {
    if (seriesPerMetric < 1 || seriesPerShard < 1) {
      throw new IllegalArgumentException(
          "cannot limit series to seriesPerMetric=%d seriesPerShard=%d: both must be above 0"
              .formatted(seriesPerMetric, seriesPerShard));
    }
  }

  /// Returns the number of series at which to warn: 80 % of the limit.
  public static int warningAt(int limit) {
    return (int) (limit * 4L / 5);
  }
}

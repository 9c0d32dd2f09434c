package goku.index;

/// The limits on the number of series in a shard. The index counts, and tells which metrics are
/// near a limit. Ingestors refuse new series over a limit. What they have acknowledged is stored,
/// even if it exceeds a limit.
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

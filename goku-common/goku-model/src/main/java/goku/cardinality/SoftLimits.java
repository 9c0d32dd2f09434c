package goku.cardinality;

/// The steps of a limit of series. Stateless.
public final class SoftLimits {
  /// The largest number of new series that an ingestor counts between two looks at a shard.
  private static final long MOST_ROOM = 500_000;

  private SoftLimits() {}

  /// Returns the number of series from which on to warn: 80 % of the limit.
  public static long warningAt(long limit) {
    return limit / 5 * 4 + limit % 5 * 4 / 5;
  }

  /// Returns the number of series from which on a filter is made: 90 % of the limit, or half a
  /// million less than the limit if that is more.
  public static long filteredAt(long limit) {
    return limit - Math.min(limit / 10, MOST_ROOM);
  }

  /// Returns the number of series that a shard has room for: 10 % more than the limit. The series
  /// that ingestors admit while the counts are on their way fit into it.
  public static long withMargin(long limit) {
    return limit + limit / 10;
  }
}

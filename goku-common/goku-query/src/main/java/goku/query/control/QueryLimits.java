package goku.query.control;

import java.time.Duration;

/// The limits of one query, with all its sub queries.
///
/// @param maxSeries the maximum number of matching series, counted before any is read
/// @param maxDatapoints the maximum number of stored datapoints to read
/// @param timeout the time limit, counted from the query's arrival
/// @param keyPrefix the beginning of the configuration keys of the first two limits, which errors
///   name as the remedy; empty for `max-series` and `max-datapoints`
public record QueryLimits(long maxSeries, long maxDatapoints, Duration timeout, String keyPrefix) {
  /// The beginning of the keys of searches over all series, which need higher limits than queries.
  public static final String CORRELATE = "correlate.";

  /// Creates the limits of a query by `max-series` and `max-datapoints`.
  public QueryLimits(long maxSeries, long maxDatapoints, Duration timeout) {
    this(maxSeries, maxDatapoints, timeout, "");
  }
}

package goku.query.control;

import java.time.Duration;

/// The limits of one query, with all its sub queries.
///
/// @param maxSeries the maximum number of matching series, counted before any is read
/// @param maxDatapoints the maximum number of stored datapoints to read
/// @param timeout the time limit, counted from the query's arrival
public record QueryLimits(long maxSeries, long maxDatapoints, Duration timeout) {}

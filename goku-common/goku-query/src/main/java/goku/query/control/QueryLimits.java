package goku.query.control;

import java.time.Duration;

/// How much one query may take.
///
/// @param maxSeries series that match, counted before any of them is read
/// @param maxDatapoints stored datapoints that are read
/// @param timeout from the moment it was asked
public record QueryLimits(long maxSeries, long maxDatapoints, Duration timeout) {}

package goku.longterm.tier;

/// A time range of which S3 has datapoints.
///
/// @param endMillis first millisecond after the range
public record Window(long startMillis, long endMillis) {}

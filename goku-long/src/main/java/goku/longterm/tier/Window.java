package goku.longterm.tier;

/// A time of which there are datapoints in S3.
///
/// @param endMillis the first millisecond behind it
public record Window(long startMillis, long endMillis) {}

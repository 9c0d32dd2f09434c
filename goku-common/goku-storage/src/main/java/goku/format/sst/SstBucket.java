package goku.format.sst;

/// The bucket that keys belong to, which is the common part of all its keys.
///
/// @param startMillis first millisecond of the window, a whole second
public record SstBucket(int tier, long startMillis, int generation) {}

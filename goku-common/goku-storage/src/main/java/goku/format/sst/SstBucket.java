package goku.format.sst;

/// Whose keys they are: what all keys of a bucket have in common.
///
/// @param startMillis first millisecond of the window, a whole second
public record SstBucket(int tier, long startMillis, int generation) {}

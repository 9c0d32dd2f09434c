package goku.format.bucket;

/// Which bucket a file holds.
///
/// @param shard number of the shard inside its namespace
/// @param startMillis first millisecond of the window
/// @param lengthMillis length of the window
/// @param generation 1 when the bucket was finalized for the first time, one more each time that
///   late datapoints or a delete changed it
public record BucketInfo(
    String namespace, int shard, long startMillis, long lengthMillis, int generation) {}

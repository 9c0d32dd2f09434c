package goku.format.snapshot;

/// A reference to a file of a finalized bucket that belongs to a snapshot.
///
/// @param checksum checksum of the file's content
public record BucketReference(long startMillis, int generation, long checksum) {}

package goku.format.snapshot;

/// A file of a finalized bucket that a snapshot needs beside it.
///
/// @param checksum that of the file's content
public record BucketReference(long startMillis, int generation, long checksum) {}

package goku.shortterm.files;

/// The name of a bucket's file: the start of its window, and its generation.
public record BucketName(long startMillis, int generation) {}

package goku.shortterm.files;

/// Which bucket the file of a shard holds, as its name says.
public record BucketName(long startMillis, int generation) {}

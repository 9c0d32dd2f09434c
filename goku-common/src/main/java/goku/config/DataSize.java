package goku.config;

/// A number of bytes; written `512KiB`, `64MiB`, `2GiB` or plainly in bytes.
public record DataSize(long bytes) {}

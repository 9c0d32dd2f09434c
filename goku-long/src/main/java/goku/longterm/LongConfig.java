package goku.longterm;

import goku.config.DataSize;
import goku.config.Key;
import goku.objectstore.ObjectStoreConfig;
import java.nio.file.Path;
import java.time.Duration;

/// The configuration of a GokuL node.
public record LongConfig(
    @Key(value = "s3", doc = "object store of the compacted buckets") ObjectStoreConfig objectStore,
    @Key(
            value = "directory",
            doc = "directory of buckets kept for up to a few months: a fast disk",
            byDefault = "data/long")
        Path directory,
    @Key(
            value = "cold-directory",
            doc = "directory of buckets kept longer: a cheap disk; empty: 'cold' in directory")
        Path coldDirectory,
    @Key(
            value = "block-cache",
            doc = "memory for blocks, indexes and filters of the databases",
            byDefault = "256MiB",
            min = 33554432)
        DataSize blockCache,
    @Key(
            value = "poll-interval",
            doc = "interval between two searches of S3 for new buckets",
            byDefault = "15s",
            min = 100)
        Duration pollInterval,
    @Key(
            value = "threads",
            doc = "maximum number of concurrent bucket downloads",
            byDefault = "2",
            min = 1,
            max = 64)
        int threads,
    @Key(
            value = "keep-released",
            doc =
                "how long the files of a shard stay after another node took it over, so that it can"
                    + " return quickly, and damaged databases; shorter if the disk is nearly full",
            byDefault = "1h",
            min = 1000)
        Duration keepReleased) {
  /// Returns the directory of buckets of cold tiers.
  Path cold() {
    return coldDirectory.toString().isEmpty() ? directory.resolve("cold") : coldDirectory;
  }

  /// Returns the directory of all other buckets.
  Path hot() {
    return directory.resolve("hot");
  }
}

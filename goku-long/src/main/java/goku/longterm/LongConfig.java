package goku.longterm;

import goku.config.DataSize;
import goku.config.Key;
import goku.objectstore.ObjectStoreConfig;
import java.nio.file.Path;
import java.time.Duration;

/// What can be set about a GokuL node.
public record LongConfig(
    @Key(value = "s3", doc = "where compacted buckets come from") ObjectStoreConfig objectStore,
    @Key(
            value = "directory",
            doc = "where the buckets lie that are kept for up to a few months: a fast disk",
            byDefault = "data/long")
        Path directory,
    @Key(
            value = "cold-directory",
            doc = "where those lie that are kept longer: a cheap disk; empty: 'cold' in directory")
        Path coldDirectory,
    @Key(
            value = "block-cache",
            doc = "memory for blocks of the databases, their indexes and filters",
            byDefault = "256MiB",
            min = 33554432)
        DataSize blockCache,
    @Key(
            value = "poll-interval",
            doc = "time between two looks for new buckets in S3",
            byDefault = "15s",
            min = 100)
        Duration pollInterval,
    @Key(
            value = "threads",
            doc = "buckets that are brought in at the same time",
            byDefault = "2",
            min = 1,
            max = 64)
        int threads,
    @Key(
            value = "keep-released",
            doc =
                "how long files of a shard stay that became another node's, so that it can come"
                    + " back quickly; they go earlier when the disk is short",
            byDefault = "1h",
            min = 1000)
        Duration keepReleased) {
  /// Where buckets of cold tiers lie.
  Path cold() {
    return coldDirectory.toString().isEmpty() ? directory.resolve("cold") : coldDirectory;
  }

  /// Where the others lie.
  Path hot() {
    return directory.resolve("hot");
  }
}

package goku.compactor;

import goku.config.Key;
import goku.objectstore.ObjectStoreConfig;
import java.nio.file.Path;
import java.time.Duration;

/// What can be set about a compactor.
public record CompactorConfig(
    @Key(value = "s3", doc = "where finalized buckets are, and where tiers go")
        ObjectStoreConfig objectStore,
    @Key(
            value = "directory",
            doc = "where jobs work; holds the inputs and the output of each that runs",
            byDefault = "data/compactor")
        Path directory,
    @Key(
            value = "interval",
            doc = "time between two looks at S3 for something to do",
            byDefault = "30s",
            min = 100)
        Duration interval,
    @Key(value = "threads", doc = "jobs at the same time", byDefault = "1", min = 1, max = 256)
        int threads) {}

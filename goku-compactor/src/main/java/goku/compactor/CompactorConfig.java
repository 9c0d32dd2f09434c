package goku.compactor;

import goku.config.Key;
import goku.objectstore.ObjectStoreConfig;
import java.nio.file.Path;
import java.time.Duration;

/// The configuration of a compactor.
public record CompactorConfig(
    @Key(value = "s3", doc = "object store of the finalized buckets and of the tiers")
        ObjectStoreConfig objectStore,
    @Key(
            value = "directory",
            doc = "work directory for the inputs and outputs of running jobs",
            byDefault = "data/compactor")
        Path directory,
    @Key(
            value = "interval",
            doc = "interval between two searches of S3 for work",
            byDefault = "30s",
            min = 100)
        Duration interval,
    @Key(
            value = "threads",
            doc = "maximum number of concurrent jobs",
            byDefault = "1",
            min = 1,
            max = 256)
        int threads,
    @Key(
            value = "retention.grace",
            doc = "time for which a change of the namespaces that removes data from disk waits",
            byDefault = "1d")
        Duration retentionGrace) {}

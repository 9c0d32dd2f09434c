package goku.shortterm;

import goku.config.DataSize;
import goku.config.Key;
import goku.kafka.KafkaConfig;
import goku.objectstore.ObjectStoreConfig;
import java.nio.file.Path;
import java.time.Duration;

/// The settings of a GokuS node.
public record ShortConfig(
    @Key(value = "kafka", doc = "the Kafka cluster") KafkaConfig kafka,
    @Key(
            value = "memory-budget",
            doc = "off-heap memory for names and datapoints; more of them are spilled to the disk",
            byDefault = "1GiB",
            min = 262144)
        DataSize memoryBudget,
    @Key(
            value = "spill-limit",
            doc =
                "disk space for what exceeds the memory budget; with more, or if the disk has less"
                    + " than spill-keep-free left, shards stand still",
            byDefault = "32GiB",
            min = 0)
        DataSize spillLimit,
    @Key(
            value = "spill-keep-free",
            doc = "disk space that is kept for snapshots and bucket files",
            byDefault = "1GiB",
            min = 0)
        DataSize spillKeepFree,
    @Key(
            value = "max-series-per-metric",
            doc = "series of one metric in a shard; ingestors refuse further new ones",
            byDefault = "1000000",
            min = 1)
        int maxSeriesPerMetric,
    @Key(
            value = "max-series-per-shard",
            doc = "series in a shard; ingestors refuse further new ones",
            byDefault = "10000000",
            min = 1)
        int maxSeriesPerShard,
    @Key(
            value = "max-pre-aggregated-groups",
            doc =
                "groups of series that a shard pre-aggregates for one metric;"
                    + " with more the metric is not pre-aggregated",
            byDefault = "2000",
            min = 1)
        int maxPreAggregatedGroups,
    @Key(
            value = "directory",
            doc = "directory of finalized buckets, snapshots and Kafka Streams' locks",
            byDefault = "data/short")
        Path directory,
    @Key(
            value = "snapshot-interval",
            doc = "interval between snapshots of a shard; a restart replays the log since then",
            byDefault = "10m",
            min = 1000)
        Duration snapshotInterval,
    @Key(value = "s3", doc = "S3 for copies of finalized buckets and snapshots")
        ObjectStoreConfig objectStore,
    @Key(
            value = "threads",
            doc =
                "stream threads per namespace: a flooded shard delays only the shards of its"
                    + " thread; 0 for one per shard, up to 16",
            byDefault = "0",
            min = 0,
            max = 256)
        int threads,
    @Key(
            value = "session-timeout",
            doc =
                "time without a heartbeat after which others of the zone take over; a restart"
                    + " within it moves no shard",
            byDefault = "15s",
            min = 1000)
        Duration sessionTimeout,
    @Key(
            value = "keep-released",
            doc =
                "how long files of shards that moved to other nodes stay, and damaged files after"
                    + " they were set aside",
            byDefault = "1d",
            min = 1000)
        Duration keepReleased,
    @Key(
            value = "max-lag",
            doc = "batches that a healthy shard may lag behind its topic",
            byDefault = "1000",
            min = 1)
        long maxLag) {}

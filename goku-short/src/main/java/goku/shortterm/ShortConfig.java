package goku.shortterm;

import goku.config.DataSize;
import goku.config.Key;
import goku.kafka.KafkaConfig;
import goku.objectstore.ObjectStoreConfig;
import java.nio.file.Path;
import java.time.Duration;

/// What can be set about a GokuS node.
public record ShortConfig(
    @Key(value = "kafka", doc = "the Kafka cluster") KafkaConfig kafka,
    @Key(
            value = "memory-budget",
            doc = "off-heap memory for names and datapoints; above it datapoints are refused",
            byDefault = "1GiB",
            min = 262144)
        DataSize memoryBudget,
    @Key(
            value = "max-series-per-metric",
            doc = "series of one metric that a shard takes; above it new ones are refused",
            byDefault = "1000000",
            min = 1)
        int maxSeriesPerMetric,
    @Key(
            value = "max-series-per-shard",
            doc = "series that a shard takes; above it new ones are refused",
            byDefault = "10000000",
            min = 1)
        int maxSeriesPerShard,
    @Key(
            value = "max-pre-aggregated-groups",
            doc =
                "groups of series that a shard aggregates while they are written, for one metric;"
                    + " with more the metric is not pre-aggregated",
            byDefault = "2000",
            min = 1)
        int maxPreAggregatedGroups,
    @Key(
            value = "directory",
            doc = "where finalized buckets, snapshots and the locks of Kafka Streams lie",
            byDefault = "data/short")
        Path directory,
    @Key(
            value = "snapshot-interval",
            doc = "time between two snapshots of a shard: a restart replays what came since",
            byDefault = "10m",
            min = 1000)
        Duration snapshotInterval,
    @Key(value = "s3", doc = "where copies of finalized buckets and snapshots go")
        ObjectStoreConfig objectStore,
    @Key(
            value = "threads",
            doc =
                "stream threads for each namespace: a shard that is flooded holds up those of its"
                    + " thread alone; 0 for one for each shard, up to 16",
            byDefault = "0",
            min = 0,
            max = 256)
        int threads,
    @Key(
            value = "session-timeout",
            doc =
                "after how long without a sign of life others of the zone take over; a restart"
                    + " within it moves no shard",
            byDefault = "15s",
            min = 1000)
        Duration sessionTimeout,
    @Key(
            value = "max-lag",
            doc = "batches that a healthy shard may be behind its topic",
            byDefault = "1000",
            min = 1)
        long maxLag) {}

package goku.config;

import goku.model.Disk;
import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.PreAggregation;
import goku.model.Sharding;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The keys of the namespaces file, a record for each kind of map in it.
final class NamespaceKeys {
  static final long SECOND = 1000;
  static final long DAY = 24 * 60 * 60 * SECOND;

  /// More partitions than one Kafka topic and one cluster handle well.
  static final int MOST_SHARDS = 10_000;

  /// A shard keeps an aggregate for each combination of their values.
  static final int MOST_KEPT = 16;

  private NamespaceKeys() {}

  record Plain(
      @Key(value = "name", min = 1, doc = "Name of the namespace.") String name,
      @Key(
              value = "default",
              byDefault = "false",
              doc = "Whether it takes every metric that no other namespace claims.")
          boolean isDefault,
      @Key(
              value = "backfill",
              min = 0,
              max = 90 * DAY,
              doc = "How far behind the clock a datapoint may be and still be taken.")
          Duration backfill,
      @Key(
              value = "memory-ttl",
              min = SECOND,
              max = 90 * DAY,
              doc = "How long memory keeps a datapoint.")
          Duration memoryTtl,
      @Key(value = "kafka-topic", min = 1, doc = "Topic of the batches, a partition per shard.")
          String kafkaTopic,
      @Key(value = "s3.bucket", min = 1, doc = "Bucket of snapshots, finalized buckets and tiers.")
          String s3Bucket,
      @Key(value = "shard-groups", min = 1, max = MOST_SHARDS, doc = "Groups; a metric is in one.")
          int shardGroups,
      @Key(value = "shards-per-group", min = 1, max = MOST_SHARDS, doc = "Shards of each group.")
          int shardsPerGroup) {
    Namespace namespace(
        Optional<Disk> disk, List<MetricPrefix> metrics, List<PreAggregation> preAggregations) {
      return new Namespace(
          name,
          isDefault,
          backfill,
          memoryTtl,
          disk,
          kafkaTopic,
          s3Bucket,
          new Sharding(shardGroups, shardsPerGroup),
          metrics,
          preAggregations);
    }
  }

  record OnDisk(
      @Key(
              value = "raw-ttl",
              min = SECOND,
              max = 3650 * DAY,
              doc = "How long datapoints are kept as they came.")
          Duration rawTtl,
      @Key(
              value = "cold-after",
              byDefault = "80d",
              min = 0,
              max = 3650 * DAY,
              doc = "Tiers that are kept longer lie in the cold directory.")
          Duration coldAfter,
      @Key(
              value = "shard-groups",
              byDefault = "0",
              min = 0,
              max = MOST_SHARDS,
              doc = "Groups of the shards on disk; 0: as many as in memory.")
          int shardGroups,
      @Key(
              value = "shards-per-group",
              byDefault = "0",
              min = 0,
              max = MOST_SHARDS,
              doc = "Shards of each group on disk; 0: as many as in memory.")
          int shardsPerGroup) {}

  record RolledUp(
      @Key(value = "interval", min = SECOND, max = 90 * DAY, doc = "One value per this time.")
          Duration interval,
      @Key(value = "ttl", min = SECOND, max = 3650 * DAY, doc = "How long the rollup is kept.")
          Duration ttl) {}

  record Claimed(
      @Key(value = "prefix", min = 1, doc = "What the names of the metrics begin with.")
          String prefix,
      // seconds up to the year 2106: a time in milliseconds, a likely mistake, lies beyond it
      @Key(
              value = "since",
              byDefault = "0",
              min = 0,
              max = 4_294_967_295L,
              unit = "seconds since the epoch",
              doc = "From when on, in seconds since the epoch.")
          long since) {}

  record PreAggregated(
      @Key(value = "metric", min = 1, doc = "The whole name of the metric.") String metric,
      @Key(
              value = "keep",
              max = MOST_KEPT,
              doc = "Keys of the tags that are kept; the others are aggregated away.")
          List<String> keep,
      // up to the window of a bucket, which it must divide
      @Key(value = "interval", min = SECOND, max = 2 * 60 * 60 * SECOND, doc = "One value per it.")
          Duration interval) {}
}

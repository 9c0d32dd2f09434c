package goku.config;

import goku.model.Disk;
import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.PreAggregation;
import goku.model.SeriesLimits;
import goku.model.SeriesLimits.PrefixLimit;
import goku.model.Sharding;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The keys of the namespaces file, one record for each kind of map in the file.
final class NamespaceKeys {
  static final long SECOND = 1000;
  static final long DAY = 24 * 60 * 60 * SECOND;

  /// A limit above the number of partitions that one Kafka topic and cluster handle well.
  static final int MOST_SHARDS = 10_000;

  /// The largest number of kept tag keys. A shard keeps an aggregate per combination of their
  /// values.
  static final int MOST_KEPT = 16;

  /// The largest number of limits of prefixes. A shard counts the series of each again and again.
  static final int MOST_LIMITS = 100;

  private NamespaceKeys() {}

  record Plain(
      @Key(value = "name", min = 1, doc = "Name of the namespace.") String name,
      @Key(
              value = "default",
              byDefault = "false",
              doc = "True for the namespace of all metrics that no other one claims.")
          boolean isDefault,
      @Key(
              value = "backfill",
              min = 0,
              max = 90 * DAY,
              doc = "Largest age of a datapoint that is still accepted.")
          Duration backfill,
      @Key(
              value = "memory-ttl",
              min = SECOND,
              max = 90 * DAY,
              doc = "Time for which memory keeps a datapoint.")
          Duration memoryTtl,
      @Key(value = "kafka-topic", min = 1, doc = "Topic of the batches, one partition per shard.")
          String kafkaTopic,
      @Key(value = "s3.bucket", min = 1, doc = "Bucket of snapshots, finalized buckets and tiers.")
          String s3Bucket,
      @Key(
              value = "shard-groups",
              min = 1,
              max = MOST_SHARDS,
              doc = "Shard groups; a metric is in one.")
          int shardGroups,
      @Key(value = "shards-per-group", min = 1, max = MOST_SHARDS, doc = "Shards of each group.")
          int shardsPerGroup,
      @Key(
              value = "max-series",
              byDefault = "0",
              min = 0,
              unit = "series",
              doc = "Series in memory, over all shards; further new ones are refused; 0: no limit.")
          long maxSeries,
      @Key(
              value = "removed",
              byDefault = "false",
              doc = "True for a removed namespace, whose name, topic and bucket stay reserved.")
          boolean isRemoved) {
    Namespace namespace(
        Optional<Disk> disk,
        List<MetricPrefix> metrics,
        List<PreAggregation> preAggregations,
        List<PrefixLimit> prefixLimits) {
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
          preAggregations,
          new SeriesLimits(maxSeries, prefixLimits));
    }
  }

  record OnDisk(
      @Key(
              value = "raw-ttl",
              min = SECOND,
              max = 3650 * DAY,
              doc = "Time for which raw datapoints are kept.")
          Duration rawTtl,
      @Key(
              value = "cold-after",
              byDefault = "80d",
              min = 0,
              max = 3650 * DAY,
              doc = "Tiers kept for longer are stored in the cold directory.")
          Duration coldAfter,
      @Key(
              value = "shard-groups",
              byDefault = "0",
              min = 0,
              max = MOST_SHARDS,
              doc = "Shard groups on disk; 0: as many as in memory.")
          int shardGroups,
      @Key(
              value = "shards-per-group",
              byDefault = "0",
              min = 0,
              max = MOST_SHARDS,
              doc = "Shards of each group on disk; 0: as many as in memory.")
          int shardsPerGroup) {}

  record RolledUp(
      @Key(
              value = "interval",
              min = SECOND,
              max = 90 * DAY,
              doc = "Length of the time that one value stands for.")
          Duration interval,
      @Key(
              value = "ttl",
              min = SECOND,
              max = 3650 * DAY,
              doc = "Time for which the rollup is kept.")
          Duration ttl) {}

  record Claimed(
      @Key(value = "prefix", min = 1, doc = "Prefix of the names of the claimed metrics.")
          String prefix,
      // seconds up to the year 2106: rejects a time in milliseconds, which is a likely mistake
      @Key(
              value = "since",
              byDefault = "0",
              min = 0,
              max = 4_294_967_295L,
              unit = "seconds since the epoch",
              doc = "Begin of the claim, in seconds since the epoch.")
          long since) {}

  record PreAggregated(
      @Key(value = "metric", min = 1, doc = "The whole name of the metric.") String metric,
      @Key(
              value = "keep",
              max = MOST_KEPT,
              doc = "Tag keys that are kept; all other tags are aggregated away.")
          List<String> keep,
      // at most the window of a bucket, which the interval must divide
      @Key(value = "interval", min = SECOND, max = 2 * 60 * 60 * SECOND, doc = "Time per value.")
          Duration interval) {}

  record Limited(
      @Key(value = "prefix", min = 1, doc = "Prefix of the names of the limited metrics.")
          String prefix,
      @Key(
              value = "max-series",
              min = 1,
              unit = "series",
              doc = "Series of these metrics in memory; further new ones are refused.")
          long maxSeries) {}
}

package goku.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The configuration that a set of metrics shares (section 5.1 and Figure 6 of the paper).
///
/// @param backfill the largest age of a datapoint that is still accepted
/// @param memoryTtl the time for which GokuS keeps a datapoint
/// @param disk the data that GokuL keeps; empty for a namespace that is only in memory
/// @param kafkaTopic topic of the batches, one partition per shard
/// @param s3Bucket bucket of snapshots, finalized buckets and tiers
/// @param preAggregations at most one per metric
/// @param seriesLimits limits on the number of series in memory
public record Namespace(
    String name,
    boolean isDefault,
    Duration backfill,
    Duration memoryTtl,
    Optional<Disk> disk,
    String kafkaTopic,
    String s3Bucket,
    Sharding sharding,
    List<MetricPrefix> metrics,
    List<PreAggregation> preAggregations,
    SeriesLimits seriesLimits) {
  public Namespace {
    metrics = List.copyOf(metrics);
    preAggregations = List.copyOf(preAggregations);
  }

  /// Creates a namespace without pre-aggregations and limits of series.
  public Namespace(
      String name,
      boolean isDefault,
      Duration backfill,
      Duration memoryTtl,
      Optional<Disk> disk,
      String kafkaTopic,
      String s3Bucket,
      Sharding sharding,
      List<MetricPrefix> metrics) {
    this(
        name,
        isDefault,
        backfill,
        memoryTtl,
        disk,
        kafkaTopic,
        s3Bucket,
        sharding,
        metrics,
        List.of(),
        SeriesLimits.NONE);
  }

  /// Returns the namespace with other disk options.
  public Namespace withDisk(Disk other) {
    return new Namespace(
        name,
        isDefault,
        backfill,
        memoryTtl,
        Optional.of(other),
        kafkaTopic,
        s3Bucket,
        sharding,
        metrics,
        preAggregations,
        seriesLimits);
  }

  public ShardId shard(int number) {
    return new ShardId(name, number);
  }

  public Stream<ShardId> allShards() {
    return IntStream.range(0, sharding.shards()).mapToObj(this::shard);
  }

  /// Returns the rollups, ascending by interval; none if the namespace is only in memory.
  public List<Rollup> rollups() {
    return disk.map(Disk::rollups).orElse(List.of());
  }

  /// Returns the sharding of GokuL.
  public Sharding diskSharding() {
    return disk.flatMap(Disk::sharding).orElse(sharding);
  }

  /// Returns the shards of GokuL. Their numbers are unrelated to those of GokuS.
  public Stream<ShardId> allDiskShards() {
    return disk.isEmpty()
        ? Stream.empty()
        : IntStream.range(0, diskSharding().shards()).mapToObj(this::shard);
  }

  /// Returns the shards of a store.
  public Stream<ShardId> shards(Store store) {
    return switch (store) {
      case SHORT_TERM -> allShards();
      case LONG_TERM -> allDiskShards();
    };
  }

  /// Returns all shards of GokuS that can hold series of the metric.
  public List<ShardId> shardsOfMetric(long metricHash) {
    return shardsOfMetric(sharding, metricHash);
  }

  /// Returns all shards that can hold series of the metric, in GokuL.
  public List<ShardId> diskShardsOfMetric(long metricHash) {
    return shardsOfMetric(diskSharding(), metricHash);
  }

  /// Every query asks for these shards, so they are listed without a stream.
  private List<ShardId> shardsOfMetric(Sharding shards, long metricHash) {
    int first = shards.firstShardOf(metricHash);
    List<ShardId> found = new ArrayList<>(shards.shardsPerGroup());
    for (int number = first; number < first + shards.shardsPerGroup(); number++) {
      found.add(shard(number));
    }
    return found;
  }
}

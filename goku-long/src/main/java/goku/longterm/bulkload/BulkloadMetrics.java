package goku.longterm.bulkload;

import goku.longterm.tier.ShardStore;
import goku.model.Disk;
import goku.model.Namespace;
import goku.model.Tier;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The metrics of loading buckets from S3 into the databases.
///
/// @param ingests time of a load, from the first byte until the bucket is visible
/// @param failures failed tries to load a bucket
/// @param damaged failures because the bucket differs from its marker
/// @param drops buckets dropped because they expired, or because a newer generation replaced them
/// @param pollFailures failed listings of S3
record BulkloadMetrics(
    Timer ingests, Counter failures, Counter damaged, Counter drops, Counter pollFailures) {
  private static final double MILLIS = 1000;

  static BulkloadMetrics of(MeterRegistry registry) {
    return new BulkloadMetrics(
        Timer.builder("goku.long.ingests").description("buckets loaded from S3").register(registry),
        counter(registry, "ingest.failures", "failed tries to load a bucket"),
        counter(registry, "ingest.damaged", "buckets in S3 that differ from their marker"),
        counter(registry, "drops", "expired or replaced buckets that were dropped"),
        counter(registry, "poll.failures", "failed listings of S3"));
  }

  /// @param shards current shards of the namespace on this node
  static void addGauges(
      MeterRegistry registry, Namespace namespace, List<ShardStore> shards, InstantSource clock) {
    Gauge.builder(
            "goku.long.deletes",
            shards,
            all -> all.stream().mapToInt(shard -> shard.deletes().size()).sum())
        .description("deletes in force: compaction has not rewritten all their buckets yet")
        .tag("namespace", namespace.name())
        .register(registry);
    for (Tier tier : namespace.disk().map(Disk::tiers).orElse(List.of())) {
      Gauge.builder("goku.long.buckets", shards, all -> (double) of(all, tier).count())
          .description("buckets in the databases")
          .tag("namespace", namespace.name())
          .tag("tier", Integer.toString(tier.number()))
          .register(registry);
      Gauge.builder(
              "goku.long.bytes",
              shards,
              all ->
                  (double)
                      of(all, tier)
                          .flatMap(manifest -> manifest.files().stream())
                          .mapToLong(StoredFile::bytes)
                          .sum())
          .description("bytes on disk")
          .baseUnit("bytes")
          .tag("namespace", namespace.name())
          .tag("tier", Integer.toString(tier.number()))
          .register(registry);
    }
    Gauge.builder("goku.long.newest.age", shards, all -> newestAge(all, clock))
        .description("time since the end of the newest bucket, for the shard that lags most")
        .baseUnit("seconds")
        .tag("namespace", namespace.name())
        .register(registry);
  }

  /// @param memoryTtls the current value of each namespace
  static void addMemoryTtl(
      MeterRegistry registry, String namespace, Map<String, Duration> memoryTtls) {
    Gauge.builder(
            "goku.long.memory.ttl",
            memoryTtls,
            all -> all.getOrDefault(namespace, Duration.ZERO).toSeconds())
        .description("age up to which queries read GokuS: memory-ttl of the namespace")
        .baseUnit("seconds")
        .tag("namespace", namespace)
        .register(registry);
  }

  private static Stream<Manifest> of(List<ShardStore> shards, Tier tier) {
    return shards.stream()
        .flatMap(shard -> shard.ingested().stream())
        .filter(manifest -> manifest.tier() == tier.number());
  }

  /// Returns NaN while a shard has no bucket.
  private static double newestAge(List<ShardStore> shards, InstantSource clock) {
    return shards.stream()
        .mapToDouble(
            shard ->
                shard.ingested().stream()
                    .mapToDouble(manifest -> (double) manifest.endMillis())
                    .max()
                    .orElse(Double.NaN))
        .map(end -> ((double) clock.millis() - end) / MILLIS)
        .reduce(Math::max)
        .orElse(Double.NaN);
  }

  private static Counter counter(MeterRegistry registry, String name, String description) {
    return Counter.builder("goku.long." + name).description(description).register(registry);
  }
}

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
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/// What operators see of the way from S3 into the databases.
///
/// @param ingests how long one took, from the first byte to being visible
/// @param failures buckets that could not be brought in, each try
/// @param damaged those of them that are not what their marker says
/// @param drops buckets whose time has passed, or that a newer generation replaced
/// @param pollFailures looks into S3 that failed
record BulkloadMetrics(
    Timer ingests, Counter failures, Counter damaged, Counter drops, Counter pollFailures) {
  private static final double MILLIS = 1000;

  static BulkloadMetrics of(MeterRegistry registry) {
    return new BulkloadMetrics(
        Timer.builder("goku.long.ingests")
            .description("buckets brought in from S3")
            .register(registry),
        counter(registry, "ingest.failures", "buckets that could not be brought in, each try"),
        counter(registry, "ingest.damaged", "buckets in S3 that are not what their marker says"),
        counter(registry, "drops", "buckets dropped"),
        counter(registry, "poll.failures", "looks into S3 that failed"));
  }

  /// @param shards of the namespace on this node, as they come and go
  static void addGauges(
      MeterRegistry registry, Namespace namespace, List<ShardStore> shards, InstantSource clock) {
    Gauge.builder(
            "goku.long.deletes",
            shards,
            all -> all.stream().mapToInt(shard -> shard.deletes().size()).sum())
        .description("deletes in force: buckets are being made without what they are about")
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
        .description(
            "time since the end of the newest bucket of the shard that is the furthest behind")
        .baseUnit("seconds")
        .tag("namespace", namespace.name())
        .register(registry);
  }

  private static Stream<Manifest> of(List<ShardStore> shards, Tier tier) {
    return shards.stream()
        .flatMap(shard -> shard.ingested().stream())
        .filter(manifest -> manifest.tier() == tier.number());
  }

  /// Not a number while a shard has none.
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

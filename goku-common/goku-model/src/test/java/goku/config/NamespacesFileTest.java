package goku.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.Disk;
import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.PreAggregation;
import goku.model.Rollup;
import goku.model.SeriesLimits;
import goku.model.SeriesLimits.PrefixLimit;
import goku.model.Sharding;
import goku.testkit.namespace.NamespaceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NamespacesFileTest {
  private static final String TWO =
      """
      namespaces:
        - name: ns1
          default: true
          backfill: 2h
          memory-ttl: 24h
          disk: {raw-ttl: 24d, rollups: [{interval: 15m, ttl: 80d}, {interval: 1h, ttl: 384d}]}
          kafka-topic: goku-ns1
          s3: {bucket: goku-ns1}
          shard-groups: 2
          shards-per-group: 2
          metrics: []
        - name: ns3
          backfill: 3d
          memory-ttl: 5d
          kafka-topic: goku-ns3
          s3: {bucket: goku-ns3}
          shard-groups: 1
          shards-per-group: 1
          metrics: [{prefix: metric4, since: 1672560000}]
      """;

  @Test
  void readsEveryKey() {
    var namespaces = NamespacesFile.parse(TWO, "namespaces.yaml");
    var disk =
        new Disk(
            Duration.ofDays(24),
            List.of(
                new Rollup(Duration.ofMinutes(15), Duration.ofDays(80)),
                new Rollup(Duration.ofHours(1), Duration.ofDays(384))));
    assertThat(namespaces.all())
        .isEqualTo(
            List.of(
                NamespaceBuilder.namespace("ns1")
                    .memoryTtl(Duration.ofHours(24))
                    .disk(disk)
                    .shards(2, 2)
                    .build(),
                NamespaceBuilder.namespace("ns3")
                    .isDefault(false)
                    .backfill(Duration.ofDays(3))
                    .memoryTtl(Duration.ofDays(5))
                    .metrics(
                        List.of(new MetricPrefix("metric4", Instant.ofEpochSecond(1672560000))))
                    .build()));
    assertThat(namespaces.defaultNamespace().name()).isEqualTo("ns1");
  }

  @Test
  void reportsAllProblemsWithTheirLines() {
    String yaml =
        TWO.replace("backfill: 2h", "backfill: 2 hours")
            .replace("interval: 15m", "intervall: 15m")
            .replace("shard-groups: 1", "shard-groups: 0")
            .replace("metric4, since: 1672560000", "'', since: 1672560000000")
            .replace("kafka-topic: goku-ns3", "kafka_topic: goku-ns3");
    assertThatThrownBy(() -> NamespacesFile.parse(yaml, "n.yaml"))
        .hasMessageContaining("n.yaml:4: namespaces[0].backfill = 2 hours: must be a duration")
        .hasMessageContaining(
            "n.yaml:6: namespaces[0].disk.rollups[0].intervall: is not known;"
                + " did you mean 'interval'?")
        .hasMessageContaining("namespaces[0].disk.rollups[0].interval: is required")
        .hasMessageContaining("namespaces[1].shard-groups = 0: must be a whole number from 1 to")
        .hasMessageContaining("metrics[0].prefix: must be a text of at least 1 character")
        .hasMessageContaining(
            "metrics[0].since = 1672560000000: must be a whole number of seconds since the epoch")
        .hasMessageContaining("kafka_topic: is not known; did you mean 'kafka-topic'?")
        .hasMessageContaining("namespaces[1].kafka-topic: is required");
  }

  @Test
  void refusesDuplicates() {
    assertThatThrownBy(() -> NamespacesFile.parse(TWO.replace("ns3", "ns1"), "n.yaml"))
        .hasMessageContaining("namespaces[1].name = ns1: is already used by another namespace")
        .hasMessageContaining("namespaces[1].kafka-topic = goku-ns1: is already used by another")
        .hasMessageContaining("namespaces[1].s3.bucket = goku-ns1: is already used by another");
  }

  @Test
  void refusesAPrefixClaimedTwiceSinceTheSameTime() {
    String claimed = TWO.replace("metrics: []", "metrics: [{prefix: metric4, since: 1672560000}]");
    assertRefused(
        claimed,
        "namespaces[1].metrics[0].prefix = metric4: is already claimed since 1672560000, on line"
            + " 11");
    String later = TWO.replace("metrics: []", "metrics: [{prefix: metric4, since: 1672560001}]");
    assertThat(NamespacesFile.parse(later, "n.yaml").all()).hasSize(2);
  }

  @Test
  void exactlyOneNamespaceIsTheDefault() {
    assertRefused(TWO.replace("default: true", "default: false"), "exactly one must have");
    assertRefused(
        TWO.replace("backfill: 3d", "backfill: 3d\n    default: true"), "another namespace is");
  }

  @Test
  void backfillMustNotExceedMemory() {
    assertRefused(
        TWO.replace("backfill: 3d", "backfill: 6d"),
        "namespaces[1].backfill = 6d: must not exceed memory-ttl, which is 5d");
    assertThat(NamespacesFile.parse(TWO.replace("backfill: 3d", "backfill: 5d"), "n").all())
        .hasSize(2);
  }

  @Test
  void atMostTenThousandShards() {
    String most = TWO.replace("groups: 2", "groups: 100").replace("group: 2", "group: 100");
    assertThat(NamespacesFile.parse(most, "n").defaultNamespace().sharding().shards())
        .isEqualTo(10_000);
    assertRefused(
        most.replace("groups: 100", "groups: 101"),
        "shard-groups = 101: times shards-per-group = 100 must be at most 10000 shards");
  }

  @Test
  void refusesNamesThatStorageWouldRefuse() {
    assertRefused(TWO.replace("name: ns3", "name: ns_3"), "name = ns_3: must be 1 to 63");
    assertRefused(TWO.replace("topic: goku-ns3", "topic: goku/ns3"), "goku/ns3: must be 1 to 249");
    assertRefused(TWO.replace("topic: goku-ns3", "topic: '..'"), "kafka-topic = ..: must be");
    assertRefused(
        TWO.replace("bucket: goku-ns3", "bucket: Goku"), "bucket = Goku: must be 3 to 63");
    for (String s3Bucket : List.of("ab", "1.2.3.4", "a..b", "-ab", "xn--abc", "abc-s3alias")) {
      assertThat(ResourceNameRule.S3_BUCKET.accepts(s3Bucket)).as(s3Bucket).isFalse();
    }
    assertThat(ResourceNameRule.S3_BUCKET.accepts("my.bucket-1")).isTrue();
  }

  @Test
  void refusesTwoRollupsOfOneInterval() {
    assertRefused(
        TWO.replace("interval: 15m", "interval: 60m"),
        "rollups[0].interval = 1h: is the interval of two rollups");
  }

  @Test
  void refusesOtherShapes() {
    assertRefused("", "namespaces: must be a list with at least one namespace");
    assertRefused("namespaces: []", "at least one");
    assertRefused("namespaces: [x]", "namespaces[0]: must be a map");
    assertRefused(TWO + "extra: 1\n", "extra: is not known");
    assertRefused(TWO.replace("metrics: []", "metrics: cpu"), "metrics = cpu: must be a list");
    assertRefused(TWO.replaceAll("disk: .*", "disk: 24d"), "disk = 24d: must be a map");
  }

  @Test
  void shardsOnDiskAndTheColdDirectoryCanBeSet() {
    String disk = "disk: {raw-ttl: 5d, cold-after: 30d, shard-groups: 3, shards-per-group: 2}";
    Namespace namespace =
        NamespacesFile.parse(TWO.replaceAll("disk: .*", disk), "n.yaml").defaultNamespace();
    assertThat(namespace.disk())
        .contains(
            new Disk(
                Duration.ofDays(5),
                List.of(),
                Duration.ofDays(30),
                Optional.of(new Sharding(3, 2))));
    assertThat(namespace.diskSharding()).isEqualTo(new Sharding(3, 2));
    assertThat(namespace.sharding()).isEqualTo(new Sharding(2, 2));
  }

  @Test
  void shardsOnDiskAreThoseInMemoryUnlessTheyAreSet() {
    Namespace namespace = NamespacesFile.parse(TWO, "n.yaml").defaultNamespace();
    assertThat(namespace.diskSharding()).isEqualTo(new Sharding(2, 2));
    assertThat(namespace.disk().orElseThrow().coldAfter()).isEqualTo(Duration.ofDays(80));
  }

  @Test
  void groupsAndShardsOnDiskGoTogether() {
    assertDiskRefused(
        "raw-ttl: 5d, shard-groups: 3",
        "n.yaml:6: namespaces[0].disk.shard-groups = 3 and 0: goes with shards-per-group:"
            + " set both or none");
    assertDiskRefused(
        "raw-ttl: 5d, shard-groups: 1000, shards-per-group: 11",
        "n.yaml:6: namespaces[0].disk.shard-groups = 1000: times shards-per-group = 11 must be at"
            + " most 10000 shards");
  }

  @Test
  void intervalsOfRollupsDivideTheWindowOfABucketAndEachOther() {
    assertDiskRefused(
        "raw-ttl: 5d, rollups: [{interval: 7m, ttl: 80d}]",
        "n.yaml:6: namespaces[0].disk.rollups[0].interval = 7m: must divide 2h");
    assertDiskRefused(
        "raw-ttl: 5d, rollups: [{interval: 1d, ttl: 80d}]",
        "namespaces[0].disk.rollups[0].interval = 1d: must divide 2h");
    assertDiskRefused(
        "raw-ttl: 5d, rollups: [{interval: 20m, ttl: 80d}, {interval: 30m, ttl: 90d}]",
        "namespaces[0].disk.rollups[0].interval = 20m: must divide 30m");
    assertDiskRefused(
        "raw-ttl: 5d, rollups: [{interval: 15m, ttl: 80d}, {interval: 15m, ttl: 90d}]",
        "namespaces[0].disk.rollups[0].interval = 15m: is the interval of two rollups");
  }

  @Test
  void coarserRollupsMustBeKeptLonger() {
    assertDiskRefused(
        "raw-ttl: 5d, rollups: [{interval: 15m, ttl: 90d}, {interval: 1h, ttl: 80d}]",
        "namespaces[0].disk.rollups[0].ttl = 90d: must be less than that of longer intervals, which"
            + " is 80d");
    assertDiskRefused(
        "raw-ttl: 80d, rollups: [{interval: 15m, ttl: 80d}]",
        "namespaces[0].disk.raw-ttl = 80d: must be less than the ttl of every rollup, including"
            + " 80d");
  }

  @Test
  void memoryKeepsBucketsUntilTheFirstTierOnDiskHasThem() {
    String day = TWO.replace("backfill: 2h", "backfill: 18h");
    assertThat(NamespacesFile.parse(day, "n.yaml").all()).hasSize(2);
    assertRefused(
        TWO.replace("backfill: 2h", "backfill: 19h"),
        "n.yaml:4: namespaces[0].backfill = 19h: with disk, must be at least 6h less than"
            + " memory-ttl, which is 1d");
    String inMemory = TWO.replaceAll(" *disk: .*\n", "").replace("backfill: 2h", "backfill: 24h");
    assertThat(NamespacesFile.parse(inMemory, "n.yaml").all()).hasSize(2);
  }

  /// Tests the file of Figure 6, with names and buckets that Kafka and S3 accept. Of the two
  /// entries of NS1 for 15 minutes, raw datapoints cover the first. NS3 does not say how long raw
  /// datapoints are kept, so they are kept as long as in memory.
  @Test
  void theNamespacesOfFigure6AreAsThePaperHasThem() throws IOException {
    var namespaces =
        NamespacesFile.parse(
            Files.readString(Path.of("src/test/resources/goku/config/namespaces/figure-6.yaml")),
            "figure-6.yaml");
    assertThat(namespaces.all())
        .containsExactly(
            NamespaceBuilder.namespace("ns1")
                .memoryTtl(Duration.ofHours(24))
                .disk(
                    new Disk(
                        Duration.ofDays(24),
                        List.of(
                            new Rollup(Duration.ofMinutes(15), Duration.ofDays(80)),
                            new Rollup(Duration.ofHours(1), Duration.ofDays(365)))))
                .kafkaTopic("ns1_topic")
                .s3Bucket("ns1-bucket")
                .shards(100, 20)
                .build(),
            NamespaceBuilder.namespace("ns2")
                .isDefault(false)
                .memoryTtl(Duration.ofHours(24))
                .kafkaTopic("ns2_topic")
                .s3Bucket("ns2-bucket")
                .shards(50, 40)
                .metrics(List.of(claim("metric2", 1704096000), claim("metric3", 1704009600)))
                .build(),
            NamespaceBuilder.namespace("ns3")
                .isDefault(false)
                .backfill(Duration.ofDays(3))
                .memoryTtl(Duration.ofDays(5))
                .disk(
                    new Disk(
                        Duration.ofDays(5),
                        List.of(
                            new Rollup(Duration.ofMinutes(30), Duration.ofDays(24)),
                            new Rollup(Duration.ofHours(1), Duration.ofDays(365)))))
                .kafkaTopic("ns3_topic")
                .s3Bucket("ns3-bucket")
                .shards(8, 5)
                .metrics(List.of(claim("metric4", 1672560000), claim("metric5", 1682924400)))
                .build());
    assertThat(namespaces.of("metric2.x", 1704095999_999L).name()).isEqualTo("ns1");
    assertThat(namespaces.of("metric2.x", 1704096000_000L).name()).isEqualTo("ns2");
    assertThat(namespaces.of("metric5", 1704096000_000L).name()).isEqualTo("ns3");
  }

  @Test
  void readsPreAggregatedMetrics() {
    String list =
        "pre-aggregate: [{metric: a.b, keep: [dc, app], interval: 1m},"
            + " {metric: c, interval: 2h}]";
    var namespaces = NamespacesFile.parse(TWO.replace("metrics: []", list), "n.yaml");
    assertThat(namespaces.defaultNamespace().preAggregations())
        .containsExactly(
            new PreAggregation("a.b", List.of("app", "dc"), Duration.ofMinutes(1)),
            new PreAggregation("c", List.of(), Duration.ofHours(2)));
    assertThat(namespaces.all().getLast().preAggregations()).isEmpty();
  }

  @Test
  void readsLimitsOfSeries() {
    String limits = "max-series: 5000000\n    series-limits: [{prefix: ads., max-series: 1000}]";
    var namespaces = NamespacesFile.parse(TWO.replace("metrics: []", limits), "n.yaml");
    assertThat(namespaces.defaultNamespace().seriesLimits())
        .isEqualTo(new SeriesLimits(5_000_000, List.of(new PrefixLimit("ads.", 1000))));
    assertThat(namespaces.all().getLast().seriesLimits()).isEqualTo(SeriesLimits.NONE);
  }

  @Test
  void refusesMoreLimitsOfPrefixesThanShardsCount() {
    String limits =
        IntStream.range(0, 101)
            .mapToObj("{prefix: p%d, max-series: 1}"::formatted)
            .collect(Collectors.joining(", "));
    assertRefused(
        TWO.replace("metrics: []", "series-limits: [" + limits + "]"),
        "series-limits = 101: must have at most 100 limits");
  }

  private static MetricPrefix claim(String prefix, long since) {
    return new MetricPrefix(prefix, Instant.ofEpochSecond(since));
  }

  private static void assertDiskRefused(String disk, String message) {
    assertRefused(TWO.replaceAll("disk: .*", "disk: {" + disk + "}"), message);
  }

  private static void assertRefused(String yaml, String message) {
    assertThatThrownBy(() -> NamespacesFile.parse(yaml, "n.yaml"))
        .isInstanceOf(ConfigProblems.class)
        .hasMessageContaining(message);
  }

  @Test
  void aRemovedNamespaceOwnsNothingAndKeepsItsPlace() {
    String removed =
        TWO.replace("name: ns3", "name: ns3\n    removed: true")
            + """
              - name: ns4
                backfill: 2h
                memory-ttl: 24h
                kafka-topic: goku-ns4
                s3: {bucket: goku-ns4}
                shard-groups: 1
                shards-per-group: 1
                metrics: [{prefix: metric4, since: 1672560000}]
            """
                .stripTrailing();
    var namespaces = NamespacesFile.parse(removed, "n.yaml");
    assertThat(namespaces.all()).extracting(Namespace::name).containsExactly("ns1", "ns4");
    assertThat(namespaces.removed()).extracting(Namespace::kafkaTopic).containsExactly("goku-ns3");
    assertThat(namespaces.isRemoved("ns3")).isTrue();
    assertThat(namespaces.isRemoved("ns4")).isFalse();
    assertThat(namespaces.withRenames(namespaces.renames()).withLateMoves(List.of()).removed())
        .isEqualTo(namespaces.removed());
    assertThatThrownBy(
            () -> NamespacesFile.parse(removed.replace("goku-ns4", "goku-ns3"), "n.yaml"))
        .hasMessageContaining("kafka-topic = goku-ns3: is already used by another namespace");
  }

  @Test
  void theDefaultCannotBeRemoved() {
    assertThatThrownBy(
            () ->
                NamespacesFile.parse(
                    TWO.replace("default: true", "default: true\n    removed: true"), "n.yaml"))
        .hasMessageContaining("removed = true: the default cannot be removed");
  }
}

package goku.integration.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import goku.compactor.CompactorConfig;
import goku.compactor.CompactorService;
import goku.config.DataSize;
import goku.embedded.EmbeddedS3;
import goku.integration.reference.StoredSeries;
import goku.longterm.LongConfig;
import goku.longterm.LongService;
import goku.model.Disk;
import goku.model.NameKind;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.Rollup;
import goku.model.SeriesFilter;
import goku.model.ShardId;
import goku.model.Sharding;
import goku.model.SharedSettings;
import goku.model.TagFilter;
import goku.model.Tier;
import goku.model.TimeRange;
import goku.objectstore.ObjectStore;
import goku.objectstore.ObjectStoreConfig;
import goku.objectstore.S3ObjectStore;
import goku.objectstore.StoredObject;
import goku.query.aggregator.Aggregator;
import goku.query.shard.ShardData;
import goku.root.deletion.DeleteLog;
import goku.root.deletion.Deleter;
import goku.root.deletion.Deleters;
import goku.root.planning.Boundary;
import goku.root.planning.Holdings;
import goku.root.planning.RollupUse;
import goku.root.planning.SeriesQuery;
import goku.root.planning.Stores;
import goku.rpc.LocalStorageNode;
import goku.testkit.ManualClock;
import goku.testkit.TestForm;
import goku.testkit.compactor.IdleRun;
import goku.testkit.namespace.NamespaceBuilder;
import goku.tier.Manifest;
import goku.tier.TierKeys;
import goku.tier.Tombstone;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests of deletes between injected days, across the boundary and over weeks on disk: at once,
/// after each compaction and after a restart of GokuL, every query equals the flat reference
/// without the deleted datapoints. At the end S3 has shrunk.
class TieredDeleteIT {
  private static final Instant START = Instant.parse("2025-01-05T00:00:00Z");
  private static final Duration DAYS = Duration.ofDays(17);
  private static final Duration STEP = Duration.ofHours(73).plusMinutes(7);
  private static final int QUERIES = TestForm.isLong() ? 20 : 6;
  private static final int THREADS = 4;

  /// Rollups take the place of datapoints within the test.
  private static final Namespace NAMESPACE =
      NamespaceBuilder.namespace("ns")
          .memoryTtl(Duration.ofHours(24))
          .disk(
              new Disk(
                  Duration.ofDays(8),
                  List.of(
                      new Rollup(Duration.ofMinutes(15), Duration.ofDays(20)),
                      new Rollup(Duration.ofHours(1), Duration.ofDays(100))),
                  Duration.ofDays(80),
                  Optional.of(new Sharding(1, 2))))
          .shards(1, TestForm.isLong() ? 2 : 1)
          .build();

  private static final Namespaces NAMESPACES = new Namespaces(List.of(NAMESPACE));

  private final ManualClock clock = new ManualClock(START);
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Random random = new Random(TestForm.seed());
  @TempDir private Path directory;
  private EmbeddedS3 s3;
  private ObjectStore store;
  private CompactorService compactor;
  private LongService longTerm;
  private GokuS gokuS;
  private TierData data = TierData.of(2, START, DAYS);

  @BeforeEach
  void start() throws IOException {
    s3 = new EmbeddedS3(Files.createDirectory(directory.resolve("s3")));
    s3.start();
    store = new S3ObjectStore(reach(), registry);
    store.createS3BucketIfAbsent(NAMESPACE.s3Bucket());
    compactor =
        new CompactorService(
            new CompactorConfig(
                reach(),
                directory.resolve("compactor"),
                Duration.ofSeconds(30),
                THREADS,
                Duration.ZERO),
            SharedSettings.fixed(NAMESPACES),
            registry,
            clock);
    gokuS = new GokuS(NAMESPACE, store, START, Files.createDirectory(directory.resolve("out")));
    startLongTerm();
  }

  @AfterEach
  void close() {
    longTerm.close();
    compactor.close();
    store.close();
    s3.close();
  }

  private void startLongTerm() {
    longTerm =
        new LongService(
            new LongConfig(
                reach(),
                directory.resolve("long"),
                directory.resolve("cold"),
                new DataSize(64L << 20),
                Duration.ofHours(1),
                THREADS,
                Duration.ofHours(1)),
            SharedSettings.fixed(NAMESPACES),
            new SimpleMeterRegistry(),
            clock);
    longTerm.takeAll();
    longTerm.start();
  }

  private ObjectStoreConfig reach() {
    return new ObjectStoreConfig(
        s3.endpoint().toString(), "us-east-1", s3.accessKey(), s3.secretKey(), true);
  }

  @Test
  void whatIsDeletedIsGoneAtOnceAndForEver() throws Exception {
    int step = 1;
    for (; clock.instant().isBefore(START.plus(DAYS)); step++) {
      clock.advance(STEP);
      gokuS.finalizeDue(data, clock.instant());
      IdleRun.untilIdle(compactor);
      longTerm.pollOnce();
      compare(step);
      if (step > 1) {
        deleteSome(step);
        compare(step + 1000);
      }
      if (step == 5) {
        longTerm.close();
        startLongTerm();
        longTerm.pollOnce();
        compare(step + 2000);
      }
    }
    deleteAMetric(step);
    waitUntilDeletesAreDone(step);
  }

  /// Deletes datapoints of some hosts in a range that ends in memory, or anywhere on disk in whole
  /// hours, because rollups can only be deleted as a whole.
  private void deleteSome(int step) throws Exception {
    long hour = Duration.ofHours(1).toMillis();
    long now = clock.instant().toEpochMilli();
    long age = random.nextLong(Duration.between(START, clock.instant()).toMillis());
    long start = (now - age) / hour * hour;
    long end = step % 2 == 0 ? now - hour : start + random.nextLong(1, 200) * hour - 1;
    int host = random.nextInt(10);
    var hosts =
        new TagFilter.LiteralOr(
            "host", Set.of("web0" + host, "web0" + (host + 3) % 10), false, false, false);
    String metric = TierData.METRICS.get(random.nextInt(TierData.METRICS.size()));
    delete(metric, List.of(hosts), new TimeRange(start, Math.min(end, now)));
  }

  private void deleteAMetric(int step) throws Exception {
    String metric = TierData.METRICS.getFirst();
    delete(metric, List.of(), new TimeRange(0, clock.instant().toEpochMilli()));
    // GokuL knows names of what memory has too until it gets these windows again
    IdleRun.untilIdle(compactor);
    longTerm.pollOnce();
    try (var root = new ComparedRoot(NAMESPACE, data, longTerm, clock)) {
      root.compare(step, QUERIES);
      assertThat(root.get("/api/suggest", "type", "metrics"))
          .isEqualTo("[\"net.bytes\",\"sys.cpu\"]");
      assertThat(root.get("/api/search/lookup", "m", "*{dc=lga}")).doesNotContain(metric);
    }
    assertThat(knows(metric)).isFalse();
  }

  private boolean knows(String metric) {
    return NAMESPACE
        .allDiskShards()
        .anyMatch(shard -> longTerm.shard(shard).orElseThrow().knows(NameKind.METRIC, metric));
  }

  private void waitUntilDeletesAreDone(int step) throws Exception {
    long bytes = bytesOnDisk();
    long points = pointsOnDisk();
    assertThat(deletesInS3()).isPositive();
    clock.advance(Duration.ofHours(2));
    gokuS.finalizeDue(data, clock.instant());
    IdleRun.untilIdle(compactor);
    longTerm.pollOnce();
    compare(step + 1);
    assertThat(bytesOnDisk()).as("most of it is the frame of small files").isLessThan(bytes);
    assertThat(pointsOnDisk()).as("one of three metrics has gone").isLessThan(points * 4 / 5);
    assertThat(registry.get("goku.compactor.deletes.applied").counter().count()).isPositive();
    assertThat(knows(TierData.METRICS.getFirst())).isFalse();
    clock.advance(Duration.ofDays(8));
    gokuS.finalizeDue(data, clock.instant());
    IdleRun.untilIdle(compactor);
    longTerm.pollOnce();
    assertThat(deletesInS3()).isZero();
    compare(step + 2);
  }

  private void compare(int step) throws Exception {
    try (var root = new ComparedRoot(NAMESPACE, data, longTerm, clock)) {
      root.compare(step, QUERIES);
    }
  }

  private void delete(String metric, List<TagFilter> filters, TimeRange range) throws Exception {
    var log =
        new MockProducer<>(
            Cluster.empty(), true, null, new ByteArraySerializer(), new ByteArraySerializer());
    Map<ShardId, ShardData> memory = GokuS.inMemory(NAMESPACE, data, clock.instant());
    try (var shortNode = new LocalStorageNode(id -> Optional.ofNullable(memory.get(id)), 1);
        var longNode = new LocalStorageNode(longTerm::shard, 1);
        Deleter deleter =
            Deleters.of(
                () -> NAMESPACES,
                new Stores(shortNode, longNode),
                new DeleteLog(log),
                new Boundary(clock, Holdings.UNKNOWN),
                clock,
                Duration.ofSeconds(30))) {
      deleter.delete(
          List.of(
              new SeriesQuery(
                  metric,
                  new SeriesFilter(metric, filters, false),
                  Aggregator.SUM,
                  null,
                  null,
                  range,
                  false,
                  RollupUse.ANY)));
    }
    data = without(data, metric, filters, range);
    finalizeAgain(range);
  }

  /// Finalizes again the windows that GokuS still has, as its log with the delete requires.
  private void finalizeAgain(TimeRange range) throws IOException {
    long window = Tier.MEMORY_BUCKET.toMillis();
    long now = clock.instant().toEpochMilli();
    long kept = now - NAMESPACE.memoryTtl().toMillis();
    long finalized = now - NAMESPACE.backfill().toMillis() - Duration.ofMinutes(1).toMillis();
    for (long start = Math.floorDiv(kept, window) * window;
        start + window <= finalized;
        start += window) {
      if (range.startMillis() < start + window && range.endMillis() >= start) {
        gokuS.finalizeAgain(data.between(start, start + window), start);
      }
    }
  }

  private static TierData without(
      TierData data, String metric, List<TagFilter> filters, TimeRange range) {
    List<StoredSeries> left = new ArrayList<>();
    for (StoredSeries series : data.series()) {
      boolean isAbout =
          series.metric().equals(metric)
              && filters.stream()
                  .allMatch(filter -> filter.matches(series.tags().getOrDefault(filter.key(), "")));
      var points = new TreeMap<>(series.points());
      if (isAbout) {
        points.keySet().removeIf(range::contains);
      }
      left.add(new StoredSeries(series.metric(), series.tags(), points));
    }
    return new TierData(left, data.start(), data.end());
  }

  private long bytesOnDisk() {
    return store.list(NAMESPACE.s3Bucket(), "long/").stream()
        .filter(object -> object.key().endsWith(".sst"))
        .mapToLong(StoredObject::bytes)
        .sum();
  }

  /// Returns the datapoints of all buckets of all tiers.
  private long pointsOnDisk() {
    return store.list(NAMESPACE.s3Bucket(), "long/").stream()
        .map(StoredObject::key)
        .filter(key -> key.endsWith("/" + TierKeys.MARKER))
        .mapToLong(
            key -> Manifest.parse(store.get(NAMESPACE.s3Bucket(), key).orElseThrow(), key).points())
        .sum();
  }

  private long deletesInS3() {
    return store.list(NAMESPACE.s3Bucket(), "long/").stream()
        .filter(object -> Tombstone.shardOf(object.key()).isPresent())
        .count();
  }
}

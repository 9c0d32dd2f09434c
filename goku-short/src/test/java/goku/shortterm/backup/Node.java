package goku.shortterm.backup;

import goku.format.bucket.BucketInfo;
import goku.format.snapshot.BucketReference;
import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotLog;
import goku.format.snapshot.SnapshotState;
import goku.model.CurrentNamespaces;
import goku.model.Disk;
import goku.model.Holes;
import goku.model.Live;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.model.Tier;
import goku.objectstore.ObjectStore;
import goku.objectstore.StoredObject;
import goku.shortterm.files.BucketName;
import goku.shortterm.files.Restorable;
import goku.shortterm.files.ShardFiles;
import goku.shortterm.log.LogRange;
import goku.testkit.ManualClock;
import goku.testkit.namespace.NamespaceBuilder;
import goku.testkit.s3.S3Server;
import goku.tier.Manifest;
import goku.tier.TierKeys;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.KafkaException;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/// A node with one shard over a directory, and its backup. Buckets are named by the number of their
/// two hours.
final class Node implements AutoCloseable {
  static final ShardId SHARD = new ShardId("ns", 7);
  static final String PREFIX = "short/00007/";
  static final Duration WINDOW = Tier.MEMORY_BUCKET;
  static final UUID LOG = new UUID(1, 2);
  static final Duration TTL = Duration.ofHours(24);

  final ManualClock clock = new ManualClock(Instant.ofEpochMilli(20 * WINDOW.toMillis()));
  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final List<FinalizedEvent> events = new CopyOnWriteArrayList<>();
  final FakeFormats formats = new FakeFormats();
  final ObjectStore store;
  final Namespace namespace;
  final Backup backup;
  final ShardFiles files;
  volatile boolean kafkaIsAway;

  /// The first offset that the log still has.
  long logStart;

  static final Duration KEEP_RELEASED = Duration.ofHours(1);

  /// The times that the log has lost after a snapshot, by the offset of the snapshot.
  final Map<Long, Holes> lost = new HashMap<>();

  /// The times that the log has lost and a snapshot has, by its offset.
  final Map<Long, Holes> evidence = new HashMap<>();

  private final RestoredLog log =
      new RestoredLog() {
        @Override
        public LogRange range() {
          return new LogRange(LOG, logStart, Long.MAX_VALUE);
        }

        @Override
        public Holes lostAfter(SnapshotInfo snapshot) {
          return lost.getOrDefault(snapshot.offset(), Holes.NONE);
        }

        @Override
        public Holes lostOf(SnapshotInfo snapshot) {
          return evidence.getOrDefault(snapshot.offset(), Holes.NONE);
        }

        @Override
        public boolean lacksLost(SnapshotInfo start, SnapshotInfo other) {
          return true;
        }
      };

  private final Map<Path, BucketContent> open = new HashMap<>();

  Node(S3Server s3, Path directory) throws IOException {
    this(s3, directory, Optional.empty());
  }

  Node(S3Server s3, Path directory, Optional<Disk> disk) throws IOException {
    this(s3, directory.resolveSibling("shards"), directory, disk);
  }

  /// Returns a node whose shard has its usual directory among those of all shards.
  static Node withShards(S3Server s3, Path shards, Optional<Disk> disk) throws IOException {
    return new Node(s3, shards, ShardFiles.directory(shards, SHARD), disk);
  }

  private Node(S3Server s3, Path shards, Path directory, Optional<Disk> disk) throws IOException {
    store = s3.client();
    namespace =
        NamespaceBuilder.namespace("ns")
            .backfill(WINDOW)
            .memoryTtl(TTL)
            .disk(disk)
            .s3Bucket(S3Server.S3_BUCKET)
            .shards(4, 4)
            .build();
    var settings =
        new BackupSettings(
            shards,
            WINDOW,
            2,
            2,
            Duration.ofMillis(20),
            Duration.ofMillis(100),
            Duration.ofMinutes(1),
            Duration.ofMinutes(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            KEEP_RELEASED);
    backup =
        new Backup(
            new CurrentNamespaces(new Live<>(new Namespaces(List.of(namespace)))),
            new Destination(store, new Events(), formats, BackupMetrics.in(registry)),
            settings,
            BackupThreads.started(settings, new SplittableRandom(7)),
            clock,
            registry);
    files = new ShardFiles(directory, registry);
  }

  Optional<SnapshotInfo> locate() {
    return restorable().snapshot();
  }

  Restorable restorable() {
    return backup.locate(SHARD, files, log);
  }

  /// The shard writes the file of a bucket, maps it and tells the backup.
  BucketReference finalizeBucket(int window, int generation, String payload) throws IOException {
    Path file = file(window, generation);
    FakeFormats.writeBucket(
        file, new BucketInfo("ns", 7, start(window), WINDOW.toMillis(), generation), payload);
    BucketContent content = formats.openBucket(file);
    open.put(file, content);
    backup.bucket(SHARD, file, content);
    return new BucketReference(start(window), generation, content.checksum());
  }

  /// The shard maps an existing file, as after a restart.
  void openBucket(int window, int generation) throws IOException {
    Path file = file(window, generation);
    BucketContent content = formats.openBucket(file);
    open.put(file, content);
    backup.bucket(SHARD, file, content);
  }

  void drop(int window, int generation) {
    Path file = file(window, generation);
    BucketContent content = open.remove(file);
    if (content == null) {
      throw new IllegalStateException(file + " is not open");
    }
    backup.bucketDropped(SHARD, file, content);
    content.close();
  }

  /// The compactor writes a bucket of the first tier that has consumed the file of a window.
  void consume(int window, int generation) {
    Manifest made = TierBuckets.made(1, SHARD.shard(), start(window), SHARD.shard(), generation);
    store.put(S3Server.S3_BUCKET, TierKeys.tierMarker(made.bucket()), made.toBytes());
  }

  boolean isInTiers(int window, int generation) {
    return backup.isInTiers(SHARD, new BucketName(start(window), generation));
  }

  SnapshotInfo snapshot(long offset, BucketReference... buckets) throws IOException {
    var info = new SnapshotInfo("ns", 7, offset, 1_000, List.of(buckets));
    FakeFormats.writeSnapshot(files.snapshot(offset), info, "the active streams");
    backup.snapshot(SHARD, files.snapshot(offset), info);
    return info;
  }

  /// Takes a snapshot that states its log and its holes.
  SnapshotInfo snapshot(long number, UUID log, Holes holes, BucketReference... buckets)
      throws IOException {
    return snapshot(number, log, 0, holes, buckets);
  }

  /// Takes a snapshot of a shard that has dropped older windows.
  SnapshotInfo snapshot(
      long number, UUID log, long oldestMillis, Holes holes, BucketReference... buckets)
      throws IOException {
    var end = new SnapshotLog(log, 0, -1);
    var state = new SnapshotState(number, end, oldestMillis, holes, List.of(), List.of());
    var info = new SnapshotInfo("ns", 7, number, 1_000, List.of(buckets), Optional.of(state));
    FakeFormats.writeSnapshot(files.snapshot(number), info, "the active streams");
    backup.snapshot(SHARD, files.snapshot(number), info);
    return info;
  }

  Path file(int window, int generation) {
    return files.bucket(start(window), generation);
  }

  static long start(int window) {
    return window * WINDOW.toMillis();
  }

  static String key(int window, int generation) {
    return S3Keys.bucket(SHARD, start(window), generation);
  }

  /// The names of all objects of the shard.
  List<String> stored() {
    return store.list(S3Server.S3_BUCKET, PREFIX).stream()
        .map(StoredObject::key)
        .map(S3Keys::fileName)
        .toList();
  }

  double count(String counter) {
    return registry.get(counter).counters().stream().mapToDouble(each -> each.count()).sum();
  }

  /// Returns the number of damaged files that are to be repaired.
  double unrepaired() {
    return registry.get("goku.backup.files.unrepaired").gauge().value();
  }

  /// Waits until nothing waits.
  void awaitDone() {
    await().until(() -> registry.get("goku.backup.waiting").gauge().value() == 0);
  }

  /// Returns a wait that suffices on a busy machine.
  static ConditionFactory await() {
    return Awaitility.await();
  }

  @Override
  public void close() {
    backup.close();
    store.close();
  }

  private final class Events implements FinalizedEvents {
    @Override
    public void publish(FinalizedEvent event) {
      if (kafkaIsAway) {
        throw new KafkaException("no broker answers");
      }
      events.add(event);
    }

    @Override
    public void close() {
      kafkaIsAway = true;
    }
  }
}

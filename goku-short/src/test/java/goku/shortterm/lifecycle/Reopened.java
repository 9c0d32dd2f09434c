package goku.shortterm.lifecycle;

import static org.awaitility.Awaitility.await;

import goku.format.bucket.BucketFile;
import goku.format.snapshot.BucketReference;
import goku.format.snapshot.SnapshotReader;
import goku.index.IndexLimits;
import goku.memory.Blocks;
import goku.memory.Purpose;
import goku.memory.Reclaimer;
import goku.model.Holes;
import goku.model.ShardId;
import goku.shortterm.bucket.FinalizedPart;
import goku.shortterm.files.BucketName;
import goku.shortterm.files.FileNames;
import goku.shortterm.files.Restorable;
import goku.shortterm.files.ShardFiles;
import goku.shortterm.files.Unavailable;
import goku.shortterm.finalization.BucketOutput;
import goku.shortterm.finalization.FinalizationClock;
import goku.shortterm.log.LastEnd;
import goku.shortterm.log.ListLog;
import goku.shortterm.log.StartPoint;
import goku.shortterm.node.NodeResources;
import goku.shortterm.read.ShardReader;
import goku.shortterm.recovery.RestorePlan;
import goku.shortterm.shard.NoCopies;
import goku.shortterm.shard.Shard;
import goku.shortterm.shard.ShardFixture;
import goku.testkit.memory.LeakCheck;
import goku.time.TrustedClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/// A shard that was opened over a directory and a log, as `ShardOpener` does without S3.
final class Reopened implements AutoCloseable {
  static final StartPoint.Lateness LATENESS =
      new StartPoint.Lateness(Duration.ofHours(1), Duration.ofMinutes(10));

  private static final long BUDGET_BYTES = 64 << 20;

  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final ShardFiles files;
  final Shard shard;
  final ShardLifecycle open;
  final NoCopies copies = new NoCopies();
  private final LeakCheck memory;

  /// The memory that others on the node use.
  private final Blocks other;

  private final AtomicLong nanos = new AtomicLong();
  private final ListLog log;
  private final InstantSource clock;

  /// Opens with the newest snapshot or, without one, with the newest file of each window.
  static Reopened of(Path directory, ListLog log, InstantSource clock) throws IOException {
    return of(directory, log, clock, 0);
  }

  /// Opens on a node of which others use some memory.
  static Reopened of(Path directory, ListLog log, InstantSource clock, long otherBytes)
      throws IOException {
    return new Reopened(
        directory, log, clock, ShardFixture.TTL, BUDGET_BYTES, otherBytes, found -> found);
  }

  /// Opens with the newest snapshot and without some of its files.
  static Reopened without(Unavailable files, Path directory, ListLog log, InstantSource clock)
      throws IOException {
    return new Reopened(
        directory, log, clock, ShardFixture.TTL, BUDGET_BYTES, 0, found -> without(found, files));
  }

  private static Restorable without(Restorable found, Unavailable files) {
    return Restorable.of(found.snapshot().orElseThrow(), found.lost(), files);
  }

  /// Opens a shard that waits for S3.
  static Reopened waiting(Path directory, ListLog log, InstantSource clock) throws IOException {
    return new Reopened(
        directory, log, clock, ShardFixture.TTL, BUDGET_BYTES, 0, Restorable::awaitingS3);
  }

  Reopened(Path directory, ListLog log, InstantSource clock, Duration memoryTtl, long budgetBytes)
      throws IOException {
    this(directory, log, clock, memoryTtl, budgetBytes, 0, found -> found);
  }

  private Reopened(
      Path directory,
      ListLog log,
      InstantSource clock,
      Duration memoryTtl,
      long budgetBytes,
      long otherBytes,
      UnaryOperator<Restorable> change)
      throws IOException {
    this.clock = clock;
    this.log = log;
    memory = new LeakCheck(budgetBytes);
    other = new Blocks(memory.pool(), memory.use());
    while (memory.pool().usedBytes() < otherBytes) {
      other.allocate(Blocks.MAX_BLOCK_BYTES, Purpose.NAMES);
    }
    var node =
        new NodeResources(
            memory.pool(),
            memory.use(),
            IndexLimits.NONE,
            clock,
            registry,
            Runnable::run,
            () -> System.nanoTime() + nanos.get());
    files = new ShardFiles(directory, registry);
    shard = new Shard(new ShardId("ns", 3), memoryTtl, node, new Output(files));
    var finalizations =
        new FinalizationClock(3, () -> Duration.ofHours(1), true, (number, key, value) -> {});
    var plan = plan(memoryTtl, change);
    open = new ShardLifecycle(shard, node, files, copies, finalizations, plan, Runnable::run);
  }

  private RestorePlan plan(Duration memoryTtl, UnaryOperator<Restorable> change)
      throws IOException {
    List<Path> snapshots = files.snapshots();
    List<BucketReference> buckets = new ArrayList<>();
    boolean isOther = false;
    for (Path file : files.buckets()) {
      BucketName name = FileNames.parseBucket(file.getFileName().toString()).orElseThrow();
      try (var bucket = BucketFile.open(file)) {
        isOther |= !bucket.info().coverage().log().equals(log.range().id());
        buckets.removeIf(other -> other.startMillis() == name.startMillis());
        buckets.add(new BucketReference(name.startMillis(), name.generation(), bucket.checksum()));
      }
    }
    Restorable found =
        snapshots.isEmpty()
            ? Restorable.ofFiles(buckets, isOther, -1, Holes.NONE)
            : Restorable.of(
                SnapshotReader.info(snapshots.getFirst()), Holes.NONE, Unavailable.NONE);
    long oldest = clock.millis() - memoryTtl.toMillis();
    long latest = TrustedClock.latestMillis(clock);
    return RestorePlan.of(change.apply(found), log, LATENESS, latest)
        .withLostEnd(LastEnd.of(log.range(), files.directory()), log, oldest, latest);
  }

  /// Applies the records of the log that the shard does not have, and ticks.
  void catchUp() {
    for (long offset = shard.appliedOffset() + 1; offset < log.range().end(); offset++) {
      shard.epochs().read(offset, offset, log.record(offset).orElseThrow().leaderEpoch());
      open.applyWhenLoaded(log.value(offset), offset, log.millis(offset));
    }
    if (!open.holdsRecords()) {
      shard.tick(0);
    }
  }

  /// Learns the offsets of the log, as from the watch of lag.
  void seeLog() {
    open.logSeen(log.range(), System.nanoTime());
    open.tick();
  }

  long usedBytes() {
    return memory.pool().usedBytes();
  }

  void freeOther() {
    other.close();
  }

  void passTime(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  Map<String, Map<Long, Double>> content() {
    open.proceed();
    return ShardFixture.read(new ShardReader(shard), ShardFixture.ALL, ShardFixture.ALWAYS);
  }

  /// The names of the bucket files, ascending.
  List<String> bucketFiles() throws IOException {
    return files.buckets().stream().map(file -> file.getFileName().toString()).toList();
  }

  /// The process ends at once: nothing is saved.
  void kill() {
    shard.close();
    free();
  }

  /// Saves a snapshot.
  void save() throws InterruptedException {
    try (Reclaimer.Pin _ = shard.reclaimer().pin()) {
      open.save(CompletableFuture.completedFuture(shard.capture()));
    }
  }

  @Override
  public void close() {
    open.close();
    free();
  }

  private void free() {
    other.close();
    await().until(() -> memory.pool().usedBytes() == 0);
    memory.close();
  }

  private record Output(ShardFiles files) implements BucketOutput {
    @Override
    public boolean wantsAll() {
      return true;
    }

    @Override
    public boolean isInTiers(FinalizedPart part) {
      return true;
    }

    @Override
    public Path path(long startMillis, int generation) {
      return files.bucket(startMillis, generation);
    }

    @Override
    public void finalized(FinalizedPart part) {}

    @Override
    public void dropped(FinalizedPart part) {}
  }
}

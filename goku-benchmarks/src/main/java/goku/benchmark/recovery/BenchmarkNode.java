package goku.benchmark.recovery;

import goku.format.bucket.BucketFile;
import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotReader;
import goku.index.IndexLimits;
import goku.memory.MemoryUse;
import goku.memory.SlabPool;
import goku.model.Holes;
import goku.model.Namespace;
import goku.model.ShardId;
import goku.model.Sharding;
import goku.shortterm.bucket.FinalizedPart;
import goku.shortterm.files.BucketName;
import goku.shortterm.files.FileCopies;
import goku.shortterm.files.Restorable;
import goku.shortterm.files.ShardFiles;
import goku.shortterm.files.Unavailable;
import goku.shortterm.finalization.BucketOutput;
import goku.shortterm.finalization.FinalizationClock;
import goku.shortterm.lifecycle.ShardLifecycle;
import goku.shortterm.log.LogRange;
import goku.shortterm.log.LogRecord;
import goku.shortterm.log.LogView;
import goku.shortterm.log.StartPoint;
import goku.shortterm.node.NodeResources;
import goku.shortterm.recovery.RestorePlan;
import goku.shortterm.shard.Shard;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/// The resources of a node's shards as the service creates them, but without Kafka and S3: two
/// threads for files, and no copies.
final class BenchmarkNode implements AutoCloseable {
  static final int SHARDS = 8;
  static final Namespace NAMESPACE =
      new Namespace(
          "ns1",
          true,
          Duration.ofHours(2),
          Duration.ofHours(26),
          Optional.empty(),
          "goku-ns1",
          "goku",
          new Sharding(1, SHARDS),
          List.of());

  private static final int FILE_THREADS = 2;

  final SlabPool pool;
  final MemoryUse use = new MemoryUse(Long.MAX_VALUE);
  final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  /// The current time of each shard. Shards that are fed first are ahead.
  private final AtomicLong[] now = new AtomicLong[SHARDS];

  private final Path directory;
  private final ExecutorService background = Executors.newFixedThreadPool(FILE_THREADS);

  BenchmarkNode(Path directory, long budgetBytes) {
    this.directory = directory;
    pool = new SlabPool(budgetBytes);
    for (int shard = 0; shard < SHARDS; shard++) {
      now[shard] = new AtomicLong(Workload.START_MILLIS);
    }
  }

  void setNow(int shard, long millis) {
    now[shard].set(millis);
  }

  long now(int shard) {
    return now[shard].get();
  }

  /// Begins to load the shard from its newest snapshot, if there is one.
  ShardLifecycle open(int number) {
    ShardId id = NAMESPACE.shard(number);
    var resources =
        new NodeResources(
            pool,
            use,
            IndexLimits.NONE,
            () -> Instant.ofEpochMilli(now(number)),
            registry,
            background,
            System::nanoTime);
    try {
      var files = new ShardFiles(directory.resolve(Integer.toString(number)), registry);
      List<Path> snapshots = files.snapshots();
      Optional<SnapshotInfo> newest =
          snapshots.isEmpty()
              ? Optional.empty()
              : Optional.of(SnapshotReader.info(snapshots.getFirst()));
      var shard = new Shard(id, NAMESPACE.memoryTtl(), resources, new Output(files));
      var clock = new FinalizationClock(number, NAMESPACE::backfill, false, (n, key, value) -> {});
      var plan =
          RestorePlan.of(
              newest
                  .map(found -> Restorable.of(found, Holes.NONE, Unavailable.NONE))
                  .orElse(Restorable.ofFiles(List.of(), false, -1, Holes.NONE)),
              new EndlessLog(),
              new StartPoint.Lateness(NAMESPACE.backfill(), Duration.ZERO),
              now(number));
      return new ShardLifecycle(shard, resources, files, new NoCopies(), clock, plan, background);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Bytes of the files whose names begin so.
  long fileBytes(String prefix) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .mapToLong(file -> file.toFile().length())
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Sum of the counter over all its tags.
  double counted(String name) {
    return registry.find(name).counters().stream().mapToDouble(counter -> counter.count()).sum();
  }

  @Override
  public void close() {
    background.close();
    pool.close();
  }

  /// A log whose records are not read when a shard opens.
  private record EndlessLog() implements LogView {
    @Override
    public LogRange range() {
      return new LogRange(LogRange.UNKNOWN, 0, Long.MAX_VALUE);
    }

    @Override
    public Optional<LogRecord> record(long offset) {
      return Optional.empty();
    }
  }

  private record Output(ShardFiles files) implements BucketOutput {
    @Override
    public boolean wantsAll() {
      return false;
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
    public void dropped(FinalizedPart part) {
      files.remove(part.path());
    }
  }

  private static final class NoCopies implements FileCopies {
    @Override
    public void bucket(ShardId shard, Path file, BucketFile content) {}

    @Override
    public void snapshot(ShardId shard, Path file, SnapshotInfo info) {}

    @Override
    public boolean hasBetterSnapshot(ShardId shard) {
      return false;
    }

    @Override
    public boolean isInTiers(ShardId shard, BucketName bucket) {
      return true;
    }

    @Override
    public void bucketDropped(ShardId shard, Path file, BucketFile content) {}

    @Override
    public void shardClosed(ShardId shard) {}
  }
}

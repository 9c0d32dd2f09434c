package goku.shortterm.lifecycle;

import static org.awaitility.Awaitility.await;

import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotReader;
import goku.index.IndexLimits;
import goku.model.ShardId;
import goku.shortterm.bucket.FinalizedPart;
import goku.shortterm.files.ShardFiles;
import goku.shortterm.finalization.BucketOutput;
import goku.shortterm.finalization.FinalizationClock;
import goku.shortterm.log.UncomparedLog;
import goku.shortterm.node.NodeResources;
import goku.shortterm.read.ShardReader;
import goku.shortterm.shard.NoCopies;
import goku.shortterm.shard.Shard;
import goku.shortterm.shard.ShardFixture;
import goku.testkit.ManualClock;
import goku.testkit.memory.LeakCheck;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/// One life of a shard.
final class Life implements AutoCloseable {
  final LeakCheck memory = new LeakCheck(64 << 20);
  final ManualClock clock = new ManualClock(ShardFixture.START);

  /// Called whenever the clock is read.
  volatile Runnable onClock = () -> {};

  final NodeResources node;

  /// The names of the files that S3 was told of, in order.
  final List<String> told = new ArrayList<>();

  final ShardFiles files;
  final Shard shard;
  final ShardLifecycle open;

  Life(Path directory) throws IOException {
    this(directory, 0);
  }

  /// @param logStart the first offset of the log
  Life(Path directory, long logStart) throws IOException {
    this(directory, logStart, newest(directory));
  }

  Life(Path directory, long logStart, Optional<SnapshotInfo> newest) throws IOException {
    this(directory, logStart, newest, Runnable::run);
  }

  /// @param background writes bucket files
  static Life writingFilesBy(Executor background, Path directory) throws IOException {
    return new Life(directory, 0, newest(directory), background);
  }

  private Life(Path directory, long logStart, Optional<SnapshotInfo> newest, Executor background)
      throws IOException {
    node =
        new NodeResources(
            memory.pool(),
            memory.use(),
            IndexLimits.NONE,
            this::now,
            new SimpleMeterRegistry(),
            background,
            System::nanoTime);
    files = new ShardFiles(directory, node.registry());
    shard = new Shard(new ShardId("ns", 3), ShardFixture.TTL, node, new Output(files, told));
    var finalizations =
        new FinalizationClock(3, () -> Duration.ofHours(2), true, (number, key, value) -> {});
    open =
        new ShardLifecycle(
            shard,
            node,
            files,
            new NoCopies(),
            finalizations,
            UncomparedLog.plan(newest, logStart),
            Runnable::run);
  }

  private Instant now() {
    onClock.run();
    return clock.instant();
  }

  private static Optional<SnapshotInfo> newest(Path directory) throws IOException {
    List<Path> snapshots = new ShardFiles(directory, new SimpleMeterRegistry()).snapshots();
    return snapshots.isEmpty()
        ? Optional.empty()
        : Optional.of(SnapshotReader.info(snapshots.getFirst()));
  }

  /// Applies the log from where the shard is up to before a record.
  void replay(List<byte[]> log, int end) {
    for (int offset = 0; offset < end; offset++) {
      open.applyWhenLoaded(log.get(offset), offset, ShardFixture.START.toEpochMilli());
      shard.tick(0);
    }
  }

  Map<String, Map<Long, Double>> content() {
    shard.proceed();
    return ShardFixture.read(new ShardReader(shard), ShardFixture.ALL, ShardFixture.ALWAYS);
  }

  /// The process ends at once: nothing is saved.
  void kill() {
    shard.close();
    memory.close();
  }

  @Override
  public void close() {
    open.close();
    await().until(() -> memory.pool().usedBytes() == 0);
    memory.close();
  }

  private record Output(ShardFiles files, List<String> told) implements BucketOutput {
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
    public void finalized(FinalizedPart part) {
      told.add(part.path().getFileName().toString());
    }

    @Override
    public void dropped(FinalizedPart part) {}
  }
}

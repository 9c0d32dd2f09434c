package goku.simulation;

import goku.format.delete.DeleteReader;
import goku.format.finalize.FinalizeRecord;
import goku.index.IndexLimits;
import goku.memory.MemoryUse;
import goku.memory.SlabPool;
import goku.model.Holes;
import goku.model.ShardId;
import goku.model.TimeRange;
import goku.rpc.ShardState;
import goku.shortterm.SimulatedShards;
import goku.shortterm.backup.Backup;
import goku.shortterm.backup.FinalizedEvent;
import goku.shortterm.backup.FinalizedEvents;
import goku.shortterm.backup.SimulatedBackup;
import goku.shortterm.files.ShardFiles;
import goku.shortterm.lifecycle.ShardLifecycle;
import goku.shortterm.lifecycle.SimulatedLagWatch;
import goku.shortterm.lifecycle.SimulatedSnapshot;
import goku.shortterm.log.LogRange;
import goku.shortterm.node.NodeResources;
import goku.shortterm.shard.Shard;
import goku.testkit.disk.DiskFaults;
import goku.testkit.disk.SimulatedDisk;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A replica of the shard: a process of GokuS that opens, dies and comes back, with a disk and a
/// clock that outlive it.
final class Replica {
  static final ShardId SHARD = new ShardId("ns", 0);

  /// Memory is expensive to allocate, so that schedules share it.
  private static final Map<String, SlabPool> POOLS = new HashMap<>();

  private static final long POOL_BYTES = 16L << 20;

  /// Enough for a shard of a few hours.
  private static final long SMALL_BYTES = 1536L << 10;

  final String name;
  final SimulatedDisk disk;
  final ReplicaClock clock;
  private final World world;
  private Space space = Space.ENOUGH;
  private SlabPool pool;
  private final long nanosPerLook;
  private long nanos;

  /// The process, if it runs.
  private @Nullable Life process;

  Replica(String name, World world) {
    this.name = name;
    this.world = world;
    disk = new SimulatedDisk(world.random);
    clock = new ReplicaClock(world::millis);
    nanosPerLook = world.random.nextInt(3) == 0 ? 3_000_000 : 1;
    pool = pool(space);
  }

  /// Sets the memory of the next process.
  void have(Space next) {
    space = next;
  }

  /// Returns whether the process has less memory than the next one.
  boolean isCramped() {
    return isOpen() && !pool.equals(pool(space)) && space == Space.ENOUGH;
  }

  private SlabPool pool(Space space) {
    return POOLS.computeIfAbsent(
        name + space,
        _ ->
            switch (space) {
              case ENOUGH -> new SlabPool(POOL_BYTES);
              case LITTLE -> new SlabPool(SMALL_BYTES);
              case SPILLED -> new SlabPool(SMALL_BYTES, new SimulatedSpill(), SMALL_BYTES);
            });
  }

  /// The memory of a process.
  enum Space {
    ENOUGH,
    LITTLE,
    SPILLED
  }

  boolean isOpen() {
    return process != null;
  }

  /// Returns whether the disk shows which records of the log were applied. A disk that was full
  /// from the beginning does not.
  boolean recordsEnds() {
    Path shards = disk.root().resolve("shards");
    return Files.exists(ShardFiles.directory(shards, SHARD).resolve("log-end.bin"));
  }

  Life process() {
    if (process == null) {
      throw new IllegalStateException(name + " does not run");
    }
    return process;
  }

  /// Starts a process. It may die while it starts.
  void open() {
    pool = pool(space);
    var opening = new Life();
    process = opening;
    opening.guarded(opening::open);
  }

  /// Does what the threads of a process do in turn, if it runs: reads the log to its end, ticks,
  /// writes files and uploads them.
  void round() {
    if (isOpen()) {
      Life life = process();
      life.guarded(
          () -> {
            life.look();
            life.poll(Integer.MAX_VALUE);
            life.tick();
            life.writeFiles();
            life.tick();
            life.tasks.runAll();
          });
    }
  }

  /// Ends the process as `kill -9` and a power cut do.
  void kill() {
    process().lifeline.end();
    process().bury();
  }

  /// Ends the process as `kill -9` does: the disk keeps what was written.
  void killProcess() {
    process().lifeline.end();
    process().abandon();
  }

  /// Ends the process after a violation.
  void discard() {
    if (process != null) {
      try {
        kill();
      } catch (Violation second) {
        POOLS.values().remove(pool);
      }
    }
  }

  /// Ends the process in order.
  void close() {
    Life closing = process();
    closing.guarded(closing::close);
  }

  private long nanoTime() {
    nanos += nanosPerLook;
    return world.millis() * 1_000_000L + nanos;
  }

  /// One life of the process.
  final class Life {
    final Lifeline lifeline = new Lifeline();
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final SimulatedExecutor background = new SimulatedExecutor(world::millis, 1);
    private final SimulatedExecutor loaders = new SimulatedExecutor(world::millis, 10);
    private final boolean waitsForFiles = world.random.nextBoolean();
    final SimulatedExecutor tasks = new SimulatedExecutor(world::millis, Integer.MAX_VALUE);
    private final MemoryUse use = new MemoryUse(Long.MAX_VALUE);
    private final Backup backup;
    private final SimulatedLagWatch lags;
    private @Nullable ShardLifecycle life;
    private @Nullable OrderCheck order;
    private Optional<SimulatedSnapshot> snapshot = Optional.empty();
    private long next;

    private Life() {
      clock.startProcess();
      disk.fail((operation, path) -> lifeline.operation(operation + " " + path));
      backup =
          SimulatedBackup.create(
              disk.root().resolve("shards"),
              world.current,
              world.s3.client(lifeline),
              new Events(),
              tasks,
              new SimulatedExecutor(world::millis, 0),
              world.random,
              clock.earliest(),
              registry);
      lags =
          new SimulatedLagWatch(
              ids -> ids.stream().collect(Collectors.toMap(id -> id, _ -> offsets())),
              () -> life == null ? List.of() : List.of(life),
              Replica.this::nanoTime);
    }

    ShardLifecycle life() {
      if (life == null) {
        throw new IllegalStateException(name + " has no shard");
      }
      return life;
    }

    long position() {
      return next;
    }

    /// Reads some records again, as after a rebalance.
    void rewind(int records) {
      next = Math.max(world.log.start(), next - records);
    }

    /// Runs something that may end in the death of the process. Returns false if it did.
    boolean guarded(Runnable work) {
      try {
        work.run();
      } catch (Throwable failed) {
        if (!lifeline.isDead() && !isRestart(failed)) {
          throw failed;
        }
        lifeline.end();
      }
      if (lifeline.isDead()) {
        bury();
        return false;
      }
      return true;
    }

    /// Returns whether Kafka Streams would open the shard again.
    private static boolean isRestart(Throwable failed) {
      return failed instanceof IllegalStateException
          && String.valueOf(failed.getMessage())
              .matches(".*(could not be restored|is opened again).*");
    }

    private void open() {
      var node =
          new NodeResources(
              pool,
              use,
              IndexLimits.NONE,
              clock.earliest(),
              registry,
              background,
              Replica.this::nanoTime);
      life =
          new SimulatedShards(
                  world.namespaces,
                  world::namespace,
                  node,
                  disk.root().resolve("shards"),
                  backup,
                  this::append,
                  _ -> world.log.view(lifeline),
                  loaders)
              .open(SHARD.shard());
      order = new OrderCheck(bucketFiles());
      if (isUnavailable()) {
        backup.start();
        return;
      }
      Holes holes = life.shard().holes();
      boolean hasNothing = loaders.isIdle() && !holes.isEmpty();
      world.isLossUnbounded |= hasNothing || holes.overlap(new TimeRange(Long.MIN_VALUE, 0));
      backup.start();
      next = Math.max(world.log.start(), life.recoveredOffset().map(last -> last + 1).orElse(0L));
    }

    private List<Path> bucketFiles() {
      try (Stream<Path> files =
          Files.list(ShardFiles.directory(disk.root().resolve("shards"), SHARD))) {
        return files.toList();
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }

    void load() {
      loaders.runAll();
    }

    boolean loadStep() {
      return loaders.runNext();
    }

    private boolean isUnavailable() {
      return life().health().state() == ShardState.UNAVAILABLE;
    }

    /// A shard that has applied nothing cannot know how old the records are that it lacks.
    private void noteUnboundedLoss() {
      if (isUnavailable()) {
        return;
      }
      Shard shard = life().shard();
      world.isLossUnbounded |=
          shard.appliedMillis() == 0 && shard.appliedOffset() + 1 < world.log.start();
    }

    void look() {
      noteUnboundedLoss();
      clock.look(!world.s3.isAway());
      lags.look();
    }

    /// Applies records of the log.
    void poll(int most) {
      load();
      noteUnboundedLoss();
      next = Math.max(next, world.log.start());
      for (int i = 0; i < most && next < world.log.end() && !life().holdsRecords(); i++) {
        SimulatedLog.Entry entry = world.log.get(next);
        if (FinalizeRecord.isFinalize(entry.bytes()) || DeleteReader.isDelete(entry.bytes())) {
          background.runAll(); // the shard waits for files that are being written
        }
        lifeline.operation("apply " + next);
        background.keep(mustNotWait() ? 0 : 1);
        life().shard().epochs().read(next, next, entry.epoch());
        life().applyWhenLoaded(entry.bytes(), entry.offset(), entry.millis());
        background.keep(1);
        next++;
      }
    }

    /// Returns whether the shard could wait for a file that only the simulation can write.
    private boolean mustNotWait() {
      return waitsForFiles || registry.find("goku.short.finalizations.failed").counter() != null;
    }

    void tick() {
      life().tick();
      life().proceed();
    }

    /// Fails if files were reported in the wrong order.
    void checkOrder() {
      if (order != null && !life().shard().isClosed()) {
        order.check(life().shard(), SimulatedBackup.reported(backup, SHARD));
      }
    }

    void writeFiles() {
      background.runAll();
    }

    /// Requests a snapshot. Its thread saves it some time after the writer has served it.
    void requestSnapshot() {
      if (snapshot.isEmpty()) {
        snapshot = SimulatedSnapshot.request(life());
      }
    }

    void saveSnapshot() {
      Optional<SimulatedSnapshot> requested = snapshot;
      snapshot = Optional.empty();
      requested.ifPresent(SimulatedSnapshot::save);
    }

    private void close() {
      load();
      background.runAll();
      life().close();
      saveSnapshot();
      backup.close();
      background.abandon();
      ended();
      if (pool.usedBytes() + pool.spilledBytes() != 0) {
        throw new Violation(name + " leaks bytes of memory: " + pool.usedBytes());
      }
    }

    private void bury() {
      abandon();
      disk.crash();
    }

    private void abandon() {
      loaders.abandon();
      background.abandon();
      if (life != null && !life.shard().isClosed()) {
        life.shard().close();
      }
      snapshot.ifPresent(SimulatedSnapshot::abandon);
      ended();
      if (pool.usedBytes() + pool.spilledBytes() != 0) { // an operation was cut in two
        POOLS.values().remove(pool);
        pool.close();
      }
    }

    private void ended() {
      process = null;
      if (!world.damages && registry.get("goku.short.files.broken").counter().count() > 0) {
        throw new Violation(name + " found a broken file, although none was damaged");
      }
      disk.fail(DiskFaults.NONE);
    }

    private CompletionStage<LogRange> offsets() {
      return CompletableFuture.completedFuture(world.log.range());
    }

    private void append(int shard, byte[] key, byte[] value) {
      lifeline.operation("append a decision");
      world.log.append(value, world.millis());
    }
  }

  private static final class Events implements FinalizedEvents {
    @Override
    public void publish(FinalizedEvent event) {}

    @Override
    public void close() {}
  }
}

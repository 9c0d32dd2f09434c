package goku.shortterm.recovery;

import goku.format.snapshot.SnapshotInfo;
import goku.memory.Reclaimer;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.shortterm.files.FileCopies;
import goku.shortterm.files.ShardFiles;
import goku.shortterm.finalization.FinalizationClock;
import goku.shortterm.node.NodeResources;
import goku.shortterm.shard.Shard;
import goku.shortterm.shard.ShardCapture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A shard on this node from its opening to its end: brought back from a snapshot and bucket files,
/// kept up to date by its log, saved as a snapshot from time to time and when it closes.
///
/// One thread at a time calls `apply`, `tick`, `proceed` and `close`: the task's. `takeSnapshot` is
/// another thread's. The rest is thread-safe.
public final class OpenShard {
  private static final Logger LOG = LoggerFactory.getLogger(OpenShard.class);

  /// What arrives at full load within the tenth of a second in which a batch is underway.
  private static final long UNDER_WAY = 10;

  private final Shard shard;
  private final NodeResources node;
  private final ShardFiles files;
  private final FileCopies copies;
  private final FinalizationClock finalizationClock;
  private final Freshness freshness;
  private final Optional<SnapshotInfo> recovered;
  private final long logStart;
  private final @Nullable ShardLoader loader;
  private final CompletableFuture<Void> loaded;

  /// The offset of the last snapshot.
  private volatile long snapshotOffset;

  /// Begins to load.
  ///
  /// @param recovered what to begin with, whose files are all there; empty for nothing
  /// @param logStart the first offset that the log has
  /// @param loaders runs the loading: in the order in which it is handed over, so that the newest
  ///   hours of all shards are there before the older ones of any
  public OpenShard(
      Shard shard,
      NodeResources node,
      ShardFiles files,
      FileCopies copies,
      FinalizationClock finalizationClock,
      Optional<SnapshotInfo> recovered,
      long logStart,
      Executor loaders) {
    this.shard = shard;
    this.node = node;
    this.files = files;
    this.copies = copies;
    this.finalizationClock = finalizationClock;
    freshness =
        new Freshness(
            shard::appliedOffset,
            shard::appliedMillis,
            shard::memoryTtl,
            node.clock(),
            node.nanoTime());
    this.recovered = recovered;
    this.logStart = logStart;
    snapshotOffset = recovered.map(SnapshotInfo::offset).orElse(-1L);
    if (recovered.isPresent()) {
      var loading = new ShardLoader(shard, node, files, recovered.get());
      loader = loading;
      loaded =
          CompletableFuture.runAsync(() -> run(loading::loadStreams), loaders)
              .thenRunAsync(() -> run(() -> loadFiles(loading)), loaders);
    } else {
      loader = null;
      loaded = CompletableFuture.completedFuture(null);
    }
  }

  public Shard shard() {
    return shard;
  }

  /// How far it is behind its log.
  public Freshness freshness() {
    return freshness;
  }

  /// The last offset of the log that the shard began with, or that was before the log's start;
  /// empty when it began with nothing.
  public Optional<Long> recoveredOffset() {
    return recovered.map(info -> Math.max(info.offset(), logStart - 1));
  }

  /// Datapoints before this millisecond are not all there yet; see `ShardData.completeFromMillis`.
  public long completeFromMillis() {
    return loader == null ? Long.MIN_VALUE : loader.completeFromMillis();
  }

  /// How it is, for those who choose between replicas: it recovers until it has loaded all of its
  /// files and has had all of its log once.
  public ShardHealth health() {
    long lagMillis = freshness.lagMillis();
    long from = completeFromMillis();
    boolean recovers = !isLoaded() || from != Long.MIN_VALUE || !freshness.hasCaughtUp();
    return new ShardHealth(
        shard.id(), recovers ? ShardState.RECOVERING : ShardState.SERVING, lagMillis, from);
  }

  /// Why the shard does not have all it should have; empty when it has, or is behind its log alone.
  public Optional<String> complaint() {
    if (loaded.isCompletedExceptionally()) {
      return Optional.of("could not be brought back from its files");
    }
    return loaded.isDone() ? shard.complaint() : Optional.of("coming back from its files");
  }

  /// Applies a record of the log, when the shard has come back. Throws when it could not.
  public void apply(byte[] record, long offset, long recordMillis) {
    awaitLoaded();
    shard.apply(record, offset, recordMillis);
  }

  /// Goes on with what takes longer. Throws when the shard could not come back, so that it is
  /// opened again even if its log has no more records.
  public void proceed() {
    if (loaded.isDone()) {
      awaitLoaded();
      shard.proceed();
    }
  }

  /// Drops what has expired, and asks for finalizations: only when the shard has all of its log but
  /// for what came a moment ago, as the log may say so further on.
  public void tick() {
    if (!isLoaded()) {
      return;
    }
    if (freshness.lagRecords() <= UNDER_WAY) {
      shard.tick();
      finalizationClock.tick(node.clock().millis(), shard::dueWindows);
    } else {
      shard.tickBehind();
    }
  }

  /// Saves the shard to a snapshot, unless nothing was applied since the last one. The writer goes
  /// on meanwhile. A failure is logged and counted: the last snapshot stays.
  public void takeSnapshot() throws InterruptedException {
    if (!isLoaded() || shard.appliedOffset() == snapshotOffset) {
      return;
    }
    try (Reclaimer.Pin _ = shard.reclaimer().pin()) {
      save(shard.requestCapture().get());
    } catch (CancellationException e) {
      LOG.debug("shard {} closed before a snapshot was taken", shard.id());
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Saves the shard and gives its memory back.
  public void close() {
    loaded.handle((nothing, failure) -> true).join();
    if (isLoaded() && shard.appliedOffset() > snapshotOffset) {
      try (Reclaimer.Pin _ = shard.reclaimer().pin()) {
        save(shard.capture());
      }
    }
    copies.shardClosed(shard.id());
    shard.close();
  }

  private void save(ShardCapture capture) {
    SnapshotInfo info = SnapshotTaker.info(shard.id().namespace(), shard.id().shard(), capture);
    Path path = files.snapshot(info.offset());
    long start = node.clock().millis();
    try {
      new SnapshotTaker(shard, capture).write(path, info);
      snapshotOffset = info.offset();
      node.registry().counter("goku.short.snapshots", "namespace", info.namespace()).increment();
      LOG.info(
          "shard {}: snapshot as of offset {} in {} ms",
          shard.id(),
          info.offset(),
          node.clock().millis() - start);
      copies.snapshot(shard.id(), path, info);
    } catch (IOException e) {
      node.registry()
          .counter("goku.short.snapshots.failed", "namespace", info.namespace())
          .increment();
      LOG.error(
          "shard {}: no snapshot could be written to {}; a restart will replay the log from offset"
              + " {}. Make room on the disk",
          shard.id(),
          path,
          snapshotOffset,
          e);
    }
  }

  private boolean isLoaded() {
    return loaded.isDone() && !loaded.isCompletedExceptionally();
  }

  private void awaitLoaded() {
    try {
      var _ = loaded.join();
    } catch (CompletionException e) {
      throw new IllegalStateException(
          "shard %s could not be brought back from its files".formatted(shard.id()), e.getCause());
    }
  }

  private void loadFiles(ShardLoader loading) throws IOException {
    loading.loadFiles();
    shard.logBegins(logStart);
  }

  private static void run(LoadingStep step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @FunctionalInterface
  private interface LoadingStep {
    void run() throws IOException;
  }
}

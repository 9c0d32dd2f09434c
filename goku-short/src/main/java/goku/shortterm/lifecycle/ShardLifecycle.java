package goku.shortterm.lifecycle;

import goku.format.snapshot.SnapshotInfo;
import goku.memory.Reclaimer;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.shortterm.files.FileCopies;
import goku.shortterm.files.ShardFiles;
import goku.shortterm.finalization.FinalizationClock;
import goku.shortterm.log.HeldRecord;
import goku.shortterm.log.LastEnd;
import goku.shortterm.log.LogRange;
import goku.shortterm.log.StartPoint;
import goku.shortterm.node.NodeResources;
import goku.shortterm.recovery.Freshness;
import goku.shortterm.recovery.RestorePlan;
import goku.shortterm.recovery.ShardLoader;
import goku.shortterm.shard.Shard;
import goku.shortterm.shard.ShardCapture;
import goku.time.TrustedClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// The lifecycle of a shard on this node: restored from a snapshot and bucket files, kept up to
/// date by its log, saved as a snapshot from time to time and at its end.
///
/// One thread at a time, the task's, calls `applyWhenLoaded`, `tick`, `proceed` and `close`.
/// Another thread calls `takeSnapshot`. The rest is thread-safe.
public final class ShardLifecycle {
  /// The held records that are applied before other shards of the thread get their turn.
  private static final int MOST_AT_A_TIME = 100;

  /// The batches that arrive at full load within the tenth of a second that a batch takes.
  private static final long UNDER_WAY = 10;

  private final Shard shard;
  private final NodeResources node;
  private final FileCopies copies;
  private final ShardSnapshots snapshots;
  private final MissingSpace missingSpace;
  private final MissingListing missingListing;
  private final FinalizationClock finalizationClock;
  private final Freshness freshness;
  private final LastEnd lastEnd;

  /// The identity of the shard's log.
  private final UUID log;

  private final Optional<Long> recoveredOffset;
  private final @Nullable ShardLoader loader;
  private final CompletableFuture<Void> loaded;
  private final HeldRecords held = new HeldRecords();

  /// The last seen offsets of the log.
  private volatile Optional<LogRange> seen = Optional.empty();

  /// The offset before the first record that this shard applies.
  private final long startOffset;

  /// The flag that the opening found holes.
  private final boolean beganWithHoles;

  /// Starts loading.
  ///
  /// @param loaders runs the loading in the order of submission, so that the newest hours of all
  ///   shards are loaded before older ones of any
  public ShardLifecycle(
      Shard shard,
      NodeResources node,
      ShardFiles files,
      FileCopies copies,
      FinalizationClock finalizationClock,
      RestorePlan plan,
      Executor loaders) {
    this.shard = shard;
    this.node = node;
    this.copies = copies;
    missingSpace = new MissingSpace(shard, node);
    missingListing = new MissingListing(shard.id(), copies, plan.from().awaitsS3());
    this.finalizationClock = finalizationClock;
    freshness =
        new Freshness(
            shard::appliedOffset,
            shard::appliedMillis,
            shard::memoryTtl,
            node.clock(),
            node.nanoTime());
    StartPoint start = plan.start();
    log = start.log();
    lastEnd = LastEnd.follow(log, files.directory());
    startOffset = start.applied();
    beganWithHoles = !start.holes().isEmpty();
    Optional<SnapshotInfo> snapshot = plan.from().snapshot();
    snapshots =
        new ShardSnapshots(shard, node, files, copies, snapshot, start.applied(), beganWithHoles);
    recoveredOffset = snapshot.map(_ -> start.applied()).filter(offset -> offset >= 0);
    shard.begin(snapshot, start, plan.lateness());
    if (missingListing.isKnown()) {
      loader = null;
      shard.close();
      loaded = new CompletableFuture<>();
      loaded.cancel(false);
    } else if (plan.loadsFiles()) {
      var loading = new ShardLoader(shard, node, files, plan);
      loader = loading;
      loaded =
          CompletableFuture.runAsync(() -> run(loading::loadStreams), loaders)
              .thenRunAsync(() -> run(loading::loadFiles), loaders)
              .whenComplete((_, failure) -> missingSpace.closeIfItDoesNotFit(failure));
    } else {
      loader = null;
      shard.restored(Optional.empty(), start, Collections.emptySortedMap());
      loaded = CompletableFuture.completedFuture(null);
    }
  }

  public Shard shard() {
    return shard;
  }

  /// Returns the lag behind the log.
  public Freshness freshness() {
    return freshness;
  }

  /// Records the offsets of the log.
  ///
  /// @param askedNanos the time before the query
  void logSeen(LogRange log, long askedNanos) {
    seen = Optional.of(log);
    freshness.endSeen(log.end(), askedNanos);
  }

  /// Returns the last offset of the log that need not be applied; empty if the log is applied from
  /// its beginning, as without a snapshot.
  public Optional<Long> recoveredOffset() {
    return recoveredOffset;
  }

  /// Returns the times for which the shard may lack datapoints; see `ShardData.holes`. What it has
  /// dropped is one of them if GokuL has that. Without GokuL it is nobody's.
  public Holes holes() {
    Holes holes = shard.holes().plus(shard.buckets().damaged());
    if (shard.feedsTiers()) {
      Holes dropped = Holes.before(shard.heldFromMillis(), HoleCause.NOT_KEPT);
      holes = holes.minus(dropped).plus(dropped);
    }
    return loader == null
        ? holes
        : holes.plus(Holes.before(loader.completeFromMillis(), HoleCause.RECOVERY));
  }

  /// Returns the time outside of what the shard holds, before which roots ask GokuL.
  public Holes outside() {
    return holes().only(HoleCause.NOT_KEPT).plus(beforeLog());
  }

  /// Returns the time before the shard began, once it knows that: the rest of its files or of its
  /// log may have older datapoints.
  private Holes beforeLog() {
    boolean isKnown = shard.feedsTiers() && isLoaded() && freshness.hasCaughtUp();
    return isKnown ? Holes.before(shard.beganMillis(), HoleCause.BEFORE_LOG) : Holes.NONE;
  }

  /// Returns the health for the choice between replicas: the shard recovers until it has loaded all
  /// its files and has had all of its log once.
  public ShardHealth health() {
    long lagMillis = freshness.lagMillis();
    Holes holes = holes().plus(beforeLog());
    boolean loads = !isLoaded() || !holes.only(HoleCause.RECOVERY).isEmpty();
    boolean recovers = loads || !freshness.hasCaughtUp();
    ShardState state = recovers ? ShardState.RECOVERING : ShardState.SERVING;
    return new ShardHealth(
        shard.id(),
        isUnavailable() ? ShardState.UNAVAILABLE : state,
        lagMillis,
        holes,
        shard.pendingFromMillis());
  }

  /// Returns why the shard is incomplete; empty if it is complete or only lags.
  public Optional<String> complaint() {
    if (missingListing.isKnown()) {
      return Optional.of(MissingListing.complaint());
    }
    if (missingSpace.isKnown()) {
      return Optional.of(missingSpace.complaint());
    }
    if (loaded.isCompletedExceptionally()) {
      return Optional.of("could not be restored from its files");
    }
    return loaded.isDone() ? shard.complaint() : Optional.of("restoring from its files");
  }

  /// Applies a record of the log after the restore, or holds it while the shard cannot apply it.
  /// Throws if the restore failed.
  public void applyWhenLoaded(byte[] record, long offset, long recordMillis) {
    lastEnd.reached(offset + 1);
    if (isHeld()) {
      held.add(new HeldRecord(record, offset, recordMillis));
    } else {
      shard.apply(record, offset, recordMillis);
      noteUnsaved();
    }
  }

  private void noteUnsaved() {
    lastEnd.unsaved(shard.oldestUnsavedMillis(), snapshots.anySaved());
  }

  /// Returns whether records of the log are held now, so that its consumer should pause.
  public boolean holdsRecords() {
    return isUnavailable() || shard.isStalled() || !held.isEmpty();
  }

  /// Waits until the shard is loaded, and returns whether it cannot apply a record now.
  private boolean isHeld() {
    awaitLoaded();
    return holdsRecords();
  }

  /// Continues long work. Throws if the restore failed, so that the shard is opened again even if
  /// its log has no more records.
  public void proceed() {
    if (!loaded.isDone()) {
      return;
    }
    awaitLoaded();
    if (missingListing.isKnown()) {
      missingListing.requireNoMore();
    } else if (missingSpace.isKnown()) {
      missingSpace.requireNoMore();
    } else {
      shard.proceed();
      for (int i = 0; i < MOST_AT_A_TIME && !shard.isStalled(); i++) {
        HeldRecord next = held.take();
        if (next == null) {
          break;
        }
        shard.apply(next.bytes(), next.offset(), next.millis());
      }
      noteUnsaved();
    }
  }

  /// Drops expired data and requests finalizations. It requests them only if the shard has all of
  /// its log except the last moments, because the rest of the log may decide.
  public void tick() {
    if (!isLoaded()) {
      return;
    }
    if (copies.hasBetterSnapshot(shard.id())) {
      throw new IllegalStateException(
          "shard %s lacks datapoints that a snapshot in S3 has: it is opened again"
              .formatted(shard.id()));
    }
    lastEnd.keepTrying();
    if (held.isEmpty()) {
      seen.ifPresent(this::keep);
      saveHoles();
      noteUnsaved();
    }
    if (freshness.hasCaughtUp()) {
      shard.tick(freshness.lagMillis());
    } else {
      shard.tickBehind();
    }
    if (freshness.lagRecords() <= UNDER_WAY) {
      finalizationClock.tick(node.clock().millis(), shard::dueWindows);
    }
  }

  private void keep(LogRange offsets) {
    shard.logSeen(offsets, TrustedClock.latestMillis(node.clock()));
    lastEnd.reached(offsets.end());
  }

  /// Saves a snapshot as soon as possible if none states the holes that the opening found.
  /// Afterwards the last end of the log may be lower than what an earlier process saw.
  private void saveHoles() {
    if (snapshots.lackHoles() && shard.appliedOffset() > startOffset && isWorthASnapshot()) {
      snapshots.saveNow();
    }
    forgetEarlierEnd();
  }

  private void forgetEarlierEnd() {
    if (beganWithHoles && !snapshots.lackHoles()) {
      lastEnd.forgetEarlier();
    }
  }

  /// Saves a snapshot, unless nothing was applied since the last one. The writer continues
  /// meanwhile. A failure is logged and counted, and the last snapshot stays.
  public void takeSnapshot() throws InterruptedException {
    if (isWorthASnapshot()) {
      try (Reclaimer.Pin _ = shard.reclaimer().pin()) {
        snapshots.save(shard.requestCapture());
      }
    }
  }

  /// Waits for the writer's capture and saves it. The caller holds a pin from before the request.
  void save(Future<ShardCapture> requested) throws InterruptedException {
    snapshots.save(requested);
  }

  /// Saves a snapshot and frees the memory. Waits for a snapshot that another thread is writing:
  /// afterwards the shard may be opened again, which removes unfinished files.
  public void close() {
    loaded.handle((nothing, failure) -> true).join();
    if (isUnavailable()) {
      copies.shardClosed(shard.id());
      return;
    }
    shard.finishDeletes(); // they may wait for a file
    snapshots.saveLast(this::isWorthASnapshot);
    forgetEarlierEnd();
    noteUnsaved();
    copies.shardClosed(shard.id());
    shard.close();
  }

  /// Returns whether a snapshot would have or prove more than the last one.
  boolean isWorthASnapshot() {
    return isLoaded() && snapshots.areBehind(seen);
  }

  private boolean isLoaded() {
    return loaded.isDone() && !loaded.isCompletedExceptionally();
  }

  /// Returns whether the shard is closed, because it lacks something that it cannot be without.
  private boolean isUnavailable() {
    return missingSpace.isKnown() || missingListing.isKnown();
  }

  private void awaitLoaded() {
    if (missingListing.isKnown()) {
      return;
    }
    try {
      var _ = loaded.join();
    } catch (CompletionException e) {
      if (missingSpace.isKnown()) {
        return;
      }
      throw new IllegalStateException(
          "shard %s could not be restored from its files".formatted(shard.id()), e.getCause());
    }
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

package goku.shortterm.lifecycle;

import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotLog;
import goku.memory.Reclaimer;
import goku.shortterm.files.FileCopies;
import goku.shortterm.files.ShardFiles;
import goku.shortterm.log.LogRange;
import goku.shortterm.node.NodeResources;
import goku.shortterm.recovery.SnapshotTaker;
import goku.shortterm.shard.Shard;
import goku.shortterm.shard.ShardCapture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The snapshots of a shard on this node's disk. A failure is logged and counted, and the last
/// snapshot stays. The shard's writer calls `saveNow` and `saveLast`, and another thread `save`.
final class ShardSnapshots {
  private static final Logger LOG = LoggerFactory.getLogger(ShardSnapshots.class);

  private final Shard shard;
  private final NodeResources node;
  private final ShardFiles files;
  private final FileCopies copies;

  /// The lock of a snapshot that is being written.
  private final Object saving = new Object();

  /// Guarded by `saving`.
  private boolean ended;

  /// The offset of the last snapshot; -1 if there is none.
  private volatile long offset;

  /// The flag that the last snapshot states the epoch of the leader.
  private volatile boolean hasEpoch;

  /// The flag that no snapshot states the holes that the opening found. They may have no other
  /// evidence than the last end of the log, which grows.
  private volatile boolean lackHoles;

  private volatile boolean anySaved;

  /// @param last the snapshot that the shard was restored from
  /// @param offset the offset of the last record that need not be applied
  /// @param foundHoles whether the opening found holes
  ShardSnapshots(
      Shard shard,
      NodeResources node,
      ShardFiles files,
      FileCopies copies,
      Optional<SnapshotInfo> last,
      long offset,
      boolean foundHoles) {
    this.shard = shard;
    this.node = node;
    this.files = files;
    this.copies = copies;
    this.offset = last.isPresent() ? offset : -1L;
    hasEpoch = last.filter(ShardSnapshots::hasEpoch).isPresent();
    lackHoles = foundHoles;
  }

  /// Returns whether no snapshot states the holes that the opening found.
  boolean lackHoles() {
    return lackHoles;
  }

  /// Returns whether this process has saved a snapshot.
  boolean anySaved() {
    return anySaved;
  }

  /// Returns whether a snapshot would have more than the last one, or would prove more: once the
  /// log has removed the last record, a snapshot needs no epoch, which leaders change.
  boolean areBehind(Optional<LogRange> seen) {
    long applied = shard.appliedOffset();
    boolean provesMore = hasEpoch && seen.filter(range -> range.start() > applied).isPresent();
    return (applied != offset || provesMore) && !shard.hasDeferredDeletes();
  }

  /// Saves a snapshot while the writer waits.
  void saveNow() {
    try (Reclaimer.Pin _ = shard.reclaimer().pin()) {
      save(shard.capture());
    }
  }

  /// Saves the last snapshot if it is worth it. Waits for one that another thread is writing: later
  /// ones are not written.
  void saveLast(BooleanSupplier isWorthIt) {
    synchronized (saving) {
      ended = true;
      if (isWorthIt.getAsBoolean()) {
        saveNow();
      }
    }
  }

  /// Waits for the writer's capture and saves it. The caller holds a pin from before the request.
  void save(Future<ShardCapture> requested) throws InterruptedException {
    try {
      ShardCapture capture = requested.get();
      synchronized (saving) {
        if (!ended) {
          save(capture);
        }
      }
    } catch (CancellationException e) {
      LOG.debug("closed before the snapshot shard={}", shard.id());
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private void save(ShardCapture capture) {
    SnapshotInfo info = SnapshotTaker.info(shard.id().namespace(), shard.id().shard(), capture);
    Path path = files.snapshot(info.number());
    long start = node.clock().millis();
    try {
      new SnapshotTaker(shard, capture).write(path, info);
      offset = info.offset();
      hasEpoch = hasEpoch(info);
      lackHoles = false;
      shard.saved(info.offset());
      anySaved = true;
      node.registry().counter("goku.short.snapshots", "namespace", info.namespace()).increment();
      LOG.info(
          "snapshot taken shard={} offset={} after={}ms",
          shard.id(),
          info.offset(),
          node.clock().millis() - start);
      copies.snapshot(shard.id(), path, info);
    } catch (IOException e) {
      node.registry()
          .counter("goku.short.snapshots.failed", "namespace", info.namespace())
          .increment();
      LOG.error(
          "snapshot failed shard={} directory={}: a restart will replay the log from offset"
              + " {}. Make room on the disk",
          shard.id(),
          path,
          offset,
          e);
    }
  }

  private static boolean hasEpoch(SnapshotInfo snapshot) {
    return snapshot.log().leaderEpoch() != SnapshotLog.NO_EPOCH;
  }
}

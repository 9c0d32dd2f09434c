package goku.shortterm.recovery;

import goku.format.snapshot.SnapshotInfo;
import goku.memory.Reclaimer;
import goku.shortterm.files.FileCopies;
import goku.shortterm.files.ShardFiles;
import goku.shortterm.node.NodeResources;
import goku.shortterm.shard.Shard;
import goku.shortterm.shard.ShardCapture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The snapshots of one loaded shard. A failure is logged and counted, and the last snapshot stays.
/// One thread calls `save`, the shard's writer calls `saveLast`.
public final class SnapshotSaver {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotSaver.class);

  private final Shard shard;
  private final NodeResources node;
  private final ShardFiles files;
  private final FileCopies copies;

  /// The offset of the last snapshot.
  private volatile long savedOffset;

  /// @param savedOffset the offset of the snapshot that the shard was loaded from; -1 for none
  public SnapshotSaver(
      Shard shard, NodeResources node, ShardFiles files, FileCopies copies, long savedOffset) {
    this.shard = shard;
    this.node = node;
    this.files = files;
    this.copies = copies;
    this.savedOffset = savedOffset;
  }

  /// Saves the shard while its writer continues, unless nothing was applied since the last
  /// snapshot. Waits for the writer.
  public void save() throws InterruptedException {
    if (shard.appliedOffset() == savedOffset) {
      return;
    }
    try (Reclaimer.Pin _ = shard.reclaimer().pin()) {
      write(shard.requestCapture().get());
    } catch (CancellationException e) {
      LOG.debug("shard {} closed before a snapshot was taken", shard.id());
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Saves the shard before it closes, if records were applied since the last snapshot. Writer
  /// only.
  public void saveLast() {
    if (shard.appliedOffset() > savedOffset) {
      try (Reclaimer.Pin _ = shard.reclaimer().pin()) {
        write(shard.capture());
      }
    }
  }

  private void write(ShardCapture capture) {
    SnapshotInfo info = SnapshotTaker.info(shard.id().namespace(), shard.id().shard(), capture);
    Path path = files.snapshot(info.offset());
    long start = node.clock().millis();
    try {
      new SnapshotTaker(shard, capture).write(path, info);
      savedOffset = info.offset();
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
          savedOffset,
          e);
    }
  }
}

package goku.shortterm.backup;

import goku.format.snapshot.SnapshotInfo;
import goku.model.Holes;
import goku.shortterm.log.LogRange;
import org.jspecify.annotations.Nullable;

/// The log of a shard whose snapshot is searched.
public interface RestoredLog {
  /// Returns the offsets as of the first call.
  ///
  /// @throws RuntimeException if the log cannot be reached
  LogRange range();

  /// Returns the times that a shard would lack, apart from the holes of the snapshot, because the
  /// log does not continue the snapshot.
  Holes lostAfter(SnapshotInfo snapshot);

  /// Returns the times that a shard behind a snapshot would lack, because only another snapshot has
  /// what the log has lost.
  ///
  /// @param start the snapshot; null for none
  Holes lostWith(SnapshotInfo other, @Nullable SnapshotInfo start);
}

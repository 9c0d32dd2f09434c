package goku.shortterm.backup;

import goku.format.snapshot.SnapshotInfo;
import goku.model.Holes;
import goku.shortterm.log.LogRange;

/// The log of a shard whose snapshot is searched.
public interface RestoredLog {
  /// Returns the offsets as of the first call.
  ///
  /// @throws RuntimeException if the log cannot be reached
  LogRange range();

  /// Returns the times that a shard would lack, apart from the holes of the snapshot, because the
  /// log does not continue the snapshot.
  Holes lostAfter(SnapshotInfo snapshot);

  /// Returns the times of the records that the snapshot has and the log has lost. Only asked about
  /// a snapshot that the log does not continue, because it reads the log.
  Holes lostOf(SnapshotInfo snapshot);

  /// Returns whether a shard behind a snapshot lacks the lost records that another snapshot has.
  boolean lacksLost(SnapshotInfo start, SnapshotInfo other);
}

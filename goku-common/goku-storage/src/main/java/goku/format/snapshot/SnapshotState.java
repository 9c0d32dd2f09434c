package goku.format.snapshot;

import goku.format.batch.InputRange;
import goku.model.Holes;
import java.util.List;

/// The state of a shard apart from its datapoints, as of a snapshot.
///
/// @param number the number in the name of the snapshot, which ascends for a shard, also when its
///   log is replaced by another one
/// @param log the log that the snapshot's offset belongs to
/// @param oldestMillis the start of the first window that the shard kept
/// @param holes the times for which the shard lacks datapoints
/// @param decisions the decisions to finalize whose files are not yet written
/// @param inputs the ranges of the inputs whose datapoints were applied, those of the inputs that
///   were applied least recently first; empty before version 4
public record SnapshotState(
    long number,
    SnapshotLog log,
    long oldestMillis,
    Holes holes,
    List<Decision> decisions,
    List<InputRange> inputs) {
  /// A decision to finalize a bucket.
  ///
  /// @param offset offset of the decision in the log
  public record Decision(long startMillis, long offset) {}

  public SnapshotState {
    decisions = List.copyOf(decisions);
    inputs = List.copyOf(inputs);
  }

  /// Returns the earliest version that has all of the state, so that earlier builds can read a
  /// snapshot without the fields of later versions.
  int version() {
    boolean isEarlier = inputs.isEmpty() && log.leaderEpoch() == SnapshotLog.NO_EPOCH;
    return isEarlier ? SnapshotLayout.STATE_VERSION : SnapshotLayout.VERSION;
  }
}

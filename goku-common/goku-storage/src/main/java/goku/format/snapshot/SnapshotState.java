package goku.format.snapshot;

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
public record SnapshotState(
    long number, SnapshotLog log, long oldestMillis, Holes holes, List<Decision> decisions) {
  /// A decision to finalize a bucket.
  ///
  /// @param offset offset of the decision in the log
  public record Decision(long startMillis, long offset) {}

  public SnapshotState {
    decisions = List.copyOf(decisions);
  }
}

package goku.format.snapshot;

import goku.model.Holes;
import java.util.List;
import java.util.Optional;

/// The description of a snapshot.
///
/// @param shard number of the shard inside its namespace
/// @param offset offset in the log up to which, inclusive, the snapshot has all records; it may
///   have some later ones too
/// @param recordMillis timestamp of the record at the offset
/// @param buckets the files of finalized buckets that belong to the snapshot, ascending by start
/// @param state the state of the shard; empty in version 2
public record SnapshotInfo(
    String namespace,
    int shard,
    long offset,
    long recordMillis,
    List<BucketReference> buckets,
    Optional<SnapshotState> state) {
  public SnapshotInfo {
    buckets = List.copyOf(buckets);
  }

  /// Creates the description of a snapshot of version 2.
  public SnapshotInfo(
      String namespace, int shard, long offset, long recordMillis, List<BucketReference> buckets) {
    this(namespace, shard, offset, recordMillis, buckets, Optional.empty());
  }

  /// Returns the number in the name of the snapshot.
  public long number() {
    return state.map(SnapshotState::number).orElse(offset);
  }

  /// Returns the log that the offset belongs to.
  public SnapshotLog log() {
    return state.map(SnapshotState::log).orElse(SnapshotLog.UNKNOWN);
  }

  /// Returns the times for which the shard lacked datapoints.
  public Holes holes() {
    return state.map(SnapshotState::holes).orElse(Holes.NONE);
  }

  /// Returns the offset of the decision to finalize a bucket; -1 if unknown.
  public long decisionOffset(long startMillis) {
    return state.stream()
        .flatMap(known -> known.decisions().stream())
        .filter(decision -> decision.startMillis() == startMillis)
        .mapToLong(SnapshotState.Decision::offset)
        .findFirst()
        .orElse(-1);
  }
}

package goku.format.snapshot;

import java.util.List;

/// The description of a snapshot.
///
/// @param shard number of the shard inside its namespace
/// @param offset offset in the log up to which, inclusive, the snapshot has all records; it may
///   have some later ones too
/// @param recordMillis timestamp of the record at the offset
/// @param buckets the files of finalized buckets that belong to the snapshot, ascending by start
public record SnapshotInfo(
    String namespace, int shard, long offset, long recordMillis, List<BucketReference> buckets) {
  public SnapshotInfo {
    buckets = List.copyOf(buckets);
  }
}

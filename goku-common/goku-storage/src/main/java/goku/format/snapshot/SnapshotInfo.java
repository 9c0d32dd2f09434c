package goku.format.snapshot;

import java.util.List;

/// What a snapshot is of.
///
/// @param shard number of the shard inside its namespace
/// @param offset all records of the log up to it, inclusive, are in the snapshot, and perhaps some
///   of those behind it
/// @param recordMillis timestamp of the record at the offset
/// @param buckets the files of finalized buckets that belong to it, ascending by start
public record SnapshotInfo(
    String namespace, int shard, long offset, long recordMillis, List<BucketReference> buckets) {
  public SnapshotInfo {
    buckets = List.copyOf(buckets);
  }
}

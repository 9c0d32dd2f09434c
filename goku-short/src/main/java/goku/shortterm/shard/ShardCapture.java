package goku.shortterm.shard;

import goku.format.snapshot.SnapshotState;
import goku.index.SeriesIndex;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.BucketPart;
import goku.shortterm.bucket.Decision;
import goku.shortterm.bucket.FinalizedPart;
import goku.shortterm.bucket.SeriesOfMetrics;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.roaringbitmap.RoaringBitmap;

/// The content of a snapshot, as of a moment between two records of the log. Active streams
/// continue to grow: a snapshot may hold more than its offset says, which a replay tolerates.
///
/// @param offset the last applied record, -1 for none
/// @param recordMillis the timestamp of that record
/// @param state the state that snapshots hold from version 3 on; empty while some node cannot read
///   that version
public record ShardCapture(
    long offset,
    long recordMillis,
    int slotLimit,
    List<CapturedBucket> buckets,
    Optional<SnapshotState> state) {

  /// A bucket and its parts.
  ///
  /// @param parts the parts, oldest first
  /// @param removed entries of the file, if the first part is a file, that are removed or will not
  ///   be in the next one
  /// @param sealed the sealed parts
  /// @param decision the decision that sealed them
  /// @param leftOut hashes of metrics that are left out of the file of the sealed parts; the
  ///   snapshot omits them too, otherwise a restart would write another file
  public record CapturedBucket(
      Bucket bucket,
      List<BucketPart> parts,
      RoaringBitmap removed,
      Set<BucketPart> sealed,
      Decision decision,
      Set<Long> leftOut) {
    public CapturedBucket {
      parts = List.copyOf(parts);
      sealed = Set.copyOf(sealed);
    }

    static CapturedBucket of(Bucket bucket, SeriesIndex index) {
      List<BucketPart> parts = bucket.parts();
      RoaringBitmap removed =
          !parts.isEmpty() && parts.getFirst() instanceof FinalizedPart file
              ? removed(file, bucket.leftOut(), index)
              : new RoaringBitmap();
      Set<BucketPart> sealed = parts.stream().filter(bucket::isSealed).collect(Collectors.toSet());
      return new CapturedBucket(
          bucket, parts, removed, sealed, bucket.decision(), bucket.leftOut());
    }

    private static RoaringBitmap removed(FinalizedPart file, Set<Long> leftOut, SeriesIndex index) {
      RoaringBitmap removed = file.removed(index.slotLimit());
      if (!leftOut.isEmpty()) {
        var series = SeriesOfMetrics.withHashes(index, leftOut);
        for (int slot = 0; slot < index.slotLimit(); slot++) {
          if (file.has(slot) && series.test(slot)) {
            removed.add(file.entryOf(slot));
          }
        }
      }
      return removed;
    }
  }
}

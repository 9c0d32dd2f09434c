package goku.shortterm.shard;

import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.BucketPart;
import goku.shortterm.bucket.FinalizedPart;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.roaringbitmap.RoaringBitmap;

/// What a snapshot is made of, as it was between two records of the log. Active streams go on
/// growing: a snapshot may hold more than its offset says, which replaying the log does not mind.
///
/// @param offset the last record that was applied, -1 for none
/// @param recordMillis timestamp of that record
public record ShardCapture(
    long offset, long recordMillis, int slotLimit, List<CapturedBucket> buckets) {

  /// A bucket and its parts.
  ///
  /// @param parts oldest first
  /// @param removed entries of the file, if the first part is one, that are not there any more
  /// @param sealed the sealed ones among the parts
  public record CapturedBucket(
      Bucket bucket, List<BucketPart> parts, RoaringBitmap removed, Set<BucketPart> sealed) {
    public CapturedBucket {
      parts = List.copyOf(parts);
      sealed = Set.copyOf(sealed);
    }

    static CapturedBucket of(Bucket bucket, int slotLimit) {
      List<BucketPart> parts = bucket.parts();
      RoaringBitmap removed =
          !parts.isEmpty() && parts.getFirst() instanceof FinalizedPart file
              ? file.removed(slotLimit)
              : new RoaringBitmap();
      Set<BucketPart> sealed = parts.stream().filter(bucket::isSealed).collect(Collectors.toSet());
      return new CapturedBucket(bucket, parts, removed, sealed);
    }
  }
}

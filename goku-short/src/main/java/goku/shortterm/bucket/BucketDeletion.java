package goku.shortterm.bucket;

import goku.memory.Reclaimer;
import goku.model.PointBuffer;
import goku.model.TimeRange;
import java.util.Optional;

/// The effect of a delete on one bucket. Owned by the writer.
///
/// The datapoints in a corrupt page of the bucket's file cannot be cut. Their series are deferred
/// until the file is repaired ([DeferredDeletion]). Datapoints that arrive after the delete stay
/// meanwhile.
public final class BucketDeletion {
  private final Bucket bucket;
  private final TimeRange range;

  /// True if the range contains the whole bucket, so that no datapoint needs to be checked.
  private final boolean whole;

  public BucketDeletion(Bucket bucket, TimeRange range) {
    this.bucket = bucket;
    this.range = range;
    whole = range.contains(bucket.startMillis()) && range.contains(bucket.lastMillis());
  }

  public Bucket bucket() {
    return bucket;
  }

  /// Removes a series' datapoints in the range. Returns their number.
  public int delete(int slot, PointBuffer buffer) {
    if (!bucket.has(slot)) {
      return 0;
    }
    if (whole) {
      int count = bucket.count(slot);
      bucket.remove(slot);
      return count;
    }
    buffer.clear();
    Optional<FinalizedPart> unreadable = bucket.finalized().filter(file -> !file.require(slot));
    if (unreadable.isPresent()) {
      unreadable.get().deferred().add(slot, range);
      return deleteFromStreams(slot, buffer);
    }
    bucket.read(slot, buffer);
    int count = Cut.from(buffer, range);
    if (count > 0 && buffer.size() == 0) {
      bucket.remove(slot);
    } else if (count > 0) {
      bucket.rewrite(slot, buffer);
    }
    return count;
  }

  private int deleteFromStreams(int slot, PointBuffer buffer) {
    bucket.readStreams(slot, buffer);
    int count = Cut.from(buffer, range);
    if (count > 0) {
      bucket.rewriteStreams(slot, buffer);
    }
    return count;
  }

  /// Lets the reclaimer free replaced memory.
  public void retire(Reclaimer reclaimer) {
    bucket.retireStreams(reclaimer);
  }
}

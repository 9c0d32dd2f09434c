package goku.shortterm.bucket;

import goku.codec.ArrivalOrder;
import goku.memory.Reclaimer;
import goku.model.PointBuffer;
import goku.model.TimeRange;
import java.util.BitSet;

/// The effect of a delete on one bucket. Owned by the writer.
///
/// The datapoints in a corrupt page of the bucket's file cannot be cut. Their series are deferred
/// until the file is repaired. Datapoints that arrive after the delete stay meanwhile.
public final class BucketDeletion {
  private final Bucket bucket;
  private final TimeRange range;

  /// True if the range contains the whole bucket, so that no datapoint needs to be checked.
  private final boolean whole;

  /// Slots whose datapoints in the file must still be cut.
  private final BitSet deferred = new BitSet();

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
    if (!isReadable(slot)) {
      deferred.set(slot);
      return deleteFromStreams(slot, buffer);
    }
    bucket.read(slot, buffer);
    int count = cut(buffer);
    if (count > 0 && buffer.size() == 0) {
      bucket.remove(slot);
    } else if (count > 0) {
      bucket.rewrite(slot, buffer);
    }
    return count;
  }

  /// Returns whether series are deferred.
  public boolean isDeferred() {
    return !deferred.isEmpty();
  }

  /// Returns the slots of deferred series whose pages are good by now.
  public int[] readable() {
    return deferred.stream().filter(this::isReadable).toArray();
  }

  /// Cuts a deferred series whose pages are good. Returns the number of datapoints.
  public int retry(int slot, PointBuffer buffer) {
    deferred.clear(slot);
    return deleteFromFile(slot, buffer);
  }

  private boolean isReadable(int slot) {
    return bucket.finalized().map(file -> file.require(slot)).orElse(true);
  }

  private int deleteFromStreams(int slot, PointBuffer buffer) {
    bucket.readStreams(slot, buffer);
    int count = cut(buffer);
    if (count > 0) {
      bucket.rewriteStreams(slot, buffer);
    }
    return count;
  }

  /// Joins what the delete leaves of the file with the streams, which are later.
  private int deleteFromFile(int slot, PointBuffer buffer) {
    buffer.clear();
    bucket.finalized().ifPresent(file -> file.read(slot, buffer));
    int count = cut(buffer);
    if (count > 0) {
      bucket.readStreams(slot, buffer);
      ArrivalOrder.sortKeepingLast(buffer, 0);
      if (buffer.size() == 0) {
        bucket.remove(slot);
      } else {
        bucket.rewrite(slot, buffer);
      }
    }
    return count;
  }

  /// Lets the reclaimer free replaced memory.
  public void retire(Reclaimer reclaimer) {
    bucket.retireStreams(reclaimer);
  }

  /// Removes datapoints in the range from the buffer. Returns their number.
  private int cut(PointBuffer points) {
    int from = points.firstAtOrAfter(range.startMillis());
    boolean open = range.endMillis() == Long.MAX_VALUE;
    int to = open ? points.size() : points.firstAtOrAfter(range.endMillis() + 1);
    int behind = points.size() - to;
    System.arraycopy(points.timestamps(), to, points.timestamps(), from, behind);
    System.arraycopy(points.words(), to, points.words(), from, behind);
    points.setSize(from + behind);
    return to - from;
  }
}

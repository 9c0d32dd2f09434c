package goku.shortterm.bucket;

import goku.memory.Reclaimer;
import goku.model.PointBuffer;
import goku.model.TimeRange;

/// The effect of a delete on one bucket. Owned by the writer.
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
    bucket.read(slot, buffer);
    int count = cut(buffer);
    if (count > 0 && buffer.size() == 0) {
      bucket.remove(slot);
    } else if (count > 0) {
      bucket.rewrite(slot, buffer);
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
    System.arraycopy(points.values(), to, points.values(), from, behind);
    points.setSize(from + behind);
    return to - from;
  }
}

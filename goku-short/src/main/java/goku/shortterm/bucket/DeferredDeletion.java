package goku.shortterm.bucket;

import goku.codec.ArrivalOrder;
import goku.memory.Reclaimer;
import goku.model.PointBuffer;
import goku.model.TimeRange;

/// The deletes of a bucket that waited for the repair of its file. Owned by the writer.
public final class DeferredDeletion {
  private final Bucket bucket;
  private final FinalizedPart file;

  /// @param bucket a bucket that defers deletes
  public DeferredDeletion(Bucket bucket) {
    this.bucket = bucket;
    file = bucket.finalized().orElseThrow();
  }

  /// Returns the slots of deferred series.
  public int[] slots() {
    return file.deferred().slots();
  }

  /// Returns whether the pages of a deferred series are good by now.
  public boolean isRepaired(int slot) {
    return file.isRepaired(slot);
  }

  /// Cuts a deferred series whose pages are good, by all deletes at once. Joins the rest of the
  /// file's datapoints with the streams, which are later. Returns the number of cut datapoints.
  public int cut(int slot, PointBuffer buffer) {
    buffer.clear();
    file.readUncut(slot, buffer);
    int count = 0;
    for (TimeRange range : file.deferred().of(slot)) {
      count += Cut.from(buffer, range);
    }
    if (count == 0) {
      file.deferred().remove(slot);
      return 0;
    }
    bucket.readStreams(slot, buffer);
    ArrivalOrder.sortKeepingLast(buffer, 0);
    if (buffer.size() == 0) {
      bucket.remove(slot);
    } else {
      bucket.rewrite(slot, buffer);
    }
    return count;
  }

  /// Lets the reclaimer free replaced memory.
  public void retire(Reclaimer reclaimer) {
    bucket.retireStreams(reclaimer);
  }
}

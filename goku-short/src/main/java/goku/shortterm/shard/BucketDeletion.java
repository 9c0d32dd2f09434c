package goku.shortterm.shard;

import goku.memory.Blocks;
import goku.memory.Reclaimer;
import goku.model.TimeRange;
import goku.query.PointBuffer;
import java.util.Arrays;

/// What a delete does to one bucket. Owned by the writer.
final class BucketDeletion {
  private final Bucket bucket;
  private final TimeRange range;

  /// Whether the range holds all of the bucket, so that no stream needs to be looked into.
  private final boolean whole;

  /// Streams that are in no table any more, until `retire`.
  private int[] replaced = new int[64];

  private int replacedCount;

  BucketDeletion(Bucket bucket, TimeRange range) {
    this.bucket = bucket;
    this.range = range;
    whole = range.contains(bucket.startMillis()) && range.contains(bucket.lastMillis());
  }

  /// Removes the datapoints that a series has in the range. Returns how many there were.
  int delete(int slot, PointBuffer buffer) {
    int stream = bucket.stream(slot);
    if (stream == Blocks.NONE) {
      return 0;
    }
    if (whole) {
      int count = bucket.count(stream);
      replace(slot, stream, Blocks.NONE);
      return count;
    }
    buffer.clear();
    bucket.read(slot, buffer);
    int count = cut(buffer);
    if (count > 0) {
      replace(slot, stream, buffer.size() == 0 ? Blocks.NONE : bucket.write(buffer));
    }
    return count;
  }

  /// Lets the reclaimer give back what was replaced.
  void retire(Reclaimer reclaimer) {
    if (replacedCount > 0) {
      int[] streams = Arrays.copyOf(replaced, replacedCount);
      replacedCount = 0;
      reclaimer.retire(() -> bucket.free(streams));
    }
  }

  private void replace(int slot, int old, int stream) {
    bucket.replace(slot, stream);
    if (replacedCount == replaced.length) {
      replaced = Arrays.copyOf(replaced, replacedCount * 2);
    }
    replaced[replacedCount++] = old;
  }

  /// Takes what lies in the range out of the buffer. Returns how many datapoints that were.
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

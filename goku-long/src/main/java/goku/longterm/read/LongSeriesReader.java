package goku.longterm.read;

import goku.longterm.read.access.OpenReads;
import goku.longterm.read.search.BucketSeries;
import goku.model.PointBuffer;
import goku.model.TimeRange;
import goku.query.SeriesReader;
import java.util.Arrays;
import java.util.List;

/// A reader of series, bucket by bucket. The values of announced series are copied ahead in the
/// order of their keys: one pass per bucket and aggregate where the series are dense. Owned by one
/// thread.
final class LongSeriesReader implements SeriesReader {
  /// The limit of bytes that are copied ahead, so that they stay in the CPU cache.
  private static final int MAX_NEAR_BYTES = 4 << 20;

  private static final int UNREAD = -2;
  private static final long SLOT_MASK = 0xFFFF_FFFFL;

  private final OpenReads reads;
  private final SegmentReader[] segments;

  /// The number of values of a series over all segments.
  private final int values;

  /// The announced positions, in the order in which they are read.
  private int[] near = {};

  private int nearCount;
  private int next;

  /// The offset and length of each value of each announced series. The length is -1 if there is no
  /// value, `UNREAD` if it was not looked for yet.
  private int[] offsets = {};

  private int[] lengths = {};
  private long[] order = {};
  private int bufferEnd;

  /// The offsets of the values of the current segment.
  private final int[] at = new int[2];

  private final int[] length = new int[2];

  LongSeriesReader(OpenReads reads, List<SegmentReader> segments) {
    this.reads = reads;
    this.segments = segments.toArray(SegmentReader[]::new);
    values = segments.stream().mapToInt(SegmentReader::values).sum();
  }

  @Override
  public long prefetch(int[] positions, int from, int to) {
    checkOpen();
    nearCount = to - from;
    next = 0;
    if (near.length < nearCount) {
      near = new int[nearCount];
      order = new long[nearCount];
      offsets = new int[Math.multiplyExact(nearCount, values)];
      lengths = new int[offsets.length];
    }
    System.arraycopy(positions, from, near, 0, nearCount);
    Arrays.fill(lengths, 0, nearCount * values, UNREAD);
    bufferEnd = 0;
    int value = 0;
    for (SegmentReader segment : segments) {
      int found = sort(segment);
      for (int n = 0; n < segment.values(); n++) {
        copy(segment, n, value++, found);
      }
    }
    return bufferEnd;
  }

  /// Sorts the announced series that the bucket has by their keys. Returns their number.
  private int sort(SegmentReader segment) {
    int found = 0;
    for (int slot = 0; slot < nearCount; slot++) {
      long id = segment.id(near[slot]);
      if (id != BucketSeries.ABSENT) {
        order[found++] = id << Integer.SIZE | slot;
      }
    }
    Arrays.sort(order, 0, found);
    return found;
  }

  private void copy(SegmentReader segment, int n, int value, int found) {
    for (int i = 0; i < found && bufferEnd < MAX_NEAR_BYTES; i++) {
      int slot = (int) (order[i] & SLOT_MASK);
      int copied = segment.copy(near[slot], n, bufferEnd);
      int entry = slot * values + value;
      lengths[entry] = copied;
      offsets[entry] = bufferEnd;
      bufferEnd += Math.max(0, copied);
    }
  }

  /// Returns one piece for each segment.
  @Override
  public List<TimeRange> pieces() {
    return Arrays.stream(segments).map(SegmentReader::range).toList();
  }

  /// Reads a piece of a series without using the announced values.
  @Override
  public void read(int position, int piece, PointBuffer into) {
    checkOpen();
    into.clear();
    SegmentReader segment = segments[piece];
    if (segment.id(position) != BucketSeries.ABSENT) {
      locate(segment, position, -1, 0);
      segment.read(position, at, length, into);
    }
  }

  @Override
  public void read(int position, PointBuffer into) {
    checkOpen();
    into.clear();
    int slot = slotOf(position);
    int value = 0;
    for (SegmentReader segment : segments) {
      if (segment.id(position) != BucketSeries.ABSENT) {
        locate(segment, position, slot, value);
        segment.read(position, at, length, into);
      }
      value += segment.values();
    }
  }

  /// Finds the copied values of a series, or copies them after the announced ones.
  private void locate(SegmentReader segment, int position, int slot, int value) {
    int end = bufferEnd;
    for (int n = 0; n < segment.values(); n++) {
      int entry = slot * values + value + n;
      if (slot >= 0 && lengths[entry] != UNREAD) {
        at[n] = offsets[entry];
        length[n] = lengths[entry];
      } else {
        at[n] = end;
        length[n] = segment.copy(position, n, end);
        end += Math.max(0, length[n]);
      }
    }
  }

  /// Returns the slot of an announced position, or -1. Series are read in the announced order.
  private int slotOf(int position) {
    for (int i = 0; i < nearCount; i++) {
      int slot = next + i < nearCount ? next + i : next + i - nearCount;
      if (near[slot] == position) {
        next = slot;
        return slot;
      }
    }
    return -1;
  }

  private void checkOpen() {
    if (reads.isClosed()) {
      throw new IllegalStateException("cannot read series: the selection is closed");
    }
  }
}

package goku.query.histogram;

import goku.model.PointBuffer;
import goku.model.histogram.FixedShape;
import goku.model.histogram.HistogramShape;
import goku.model.histogram.HistogramSum;
import goku.model.histogram.Histograms;
import goku.model.histogram.ShapeUnions;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The sums of the histograms of a group: one for each slot, which is a time at which some series
/// has a histogram, or a step of the downsampling. The result depends neither on the order of the
/// series nor on their division into parts. Owned by one thread at a time.
public final class HistogramSums {
  private static final int SLOT_BYTES = Long.BYTES + Integer.BYTES;
  private static final long[] NO_TIMES = {};
  private static final HistogramSum[] NO_SUMS = {};

  private final LongConsumer growth;
  private final ShapeUnions unions = new ShapeUnions();

  /// The times of the slots, ascending, and their sums. Both may be longer than `size`.
  private long[] times = NO_TIMES;

  private HistogramSum[] sums = NO_SUMS;
  private int size;

  /// The last shape that was added, and the object that the sums have for it. Series have mostly
  /// one shape, so that most shapes need not be compared.
  private @Nullable HistogramShape last;

  private @Nullable HistogramShape canonical;

  /// Creates sums whose memory nobody counts.
  public HistogramSums() {
    this(_ -> {});
  }

  /// @param growth called with the bytes of each growth before they are allocated; may refuse them
  ///   by an exception. Called with negative bytes if less was needed.
  public HistogramSums(LongConsumer growth) {
    this.growth = growth;
  }

  /// Returns the number of slots.
  public int size() {
    return size;
  }

  /// Returns the time of a slot in milliseconds since the epoch. Times ascend.
  public long time(int slot) {
    return times[slot];
  }

  /// Returns a copy of the times of all slots.
  public long[] times() {
    return Arrays.copyOf(times, size);
  }

  /// Returns the sum of a slot, which callers must not change.
  public HistogramSum sum(int slot) {
    return sums[slot];
  }

  /// Returns the shape with the ranges of all sums; null if there are none.
  public @Nullable HistogramShape union() {
    return HistogramSum.union(Arrays.asList(sums).subList(0, size));
  }

  /// Adds a histogram in a slot after all others.
  public void append(long time, Histograms from, int handle) {
    if (size > 0 && time <= times[size - 1]) {
      throw new IllegalArgumentException(
          "cannot append time=%d: the last one is %d".formatted(time, times[size - 1]));
    }
    ensureRoom(1, growth);
    insert(size, time);
    add(size - 1, from, handle);
  }

  /// Makes slots for ascending times. Returns the slot of the first one.
  ///
  /// @param count number of times, at least one
  int makeRoom(long[] more, int from, int count) {
    return makeRoom(more, from, count, growth);
  }

  private int makeRoom(long[] more, int from, int count, LongConsumer growing) {
    int first = PointBuffer.firstAtOrAfter(times, size, more[from]);
    if (count <= size - first
        && Arrays.equals(times, first, first + count, more, from, from + count)) {
      return first; // the usual case: series of one agent have the same times
    }
    int missing = missing(first, more, from, count);
    if (missing > 0) {
      ensureRoom(missing, growing);
      union(first, more, from, count, missing);
    }
    return first;
  }

  private int missing(int first, long[] more, int from, int count) {
    int missing = count;
    int slot = first;
    for (int i = from; i < from + count && slot < size; i++) {
      while (slot < size && times[slot] < more[i]) {
        slot++;
      }
      missing -= slot < size && times[slot] == more[i] ? 1 : 0;
    }
    return missing;
  }

  /// Moves slots to the back, the last one first, and puts the missing ones between them.
  private void union(int first, long[] more, int from, int count, int missing) {
    int to = size + missing;
    int slot = size - 1;
    int next = from + count - 1;
    size = to;
    while (next >= from) {
      to--;
      if (slot >= first && times[slot] >= more[next]) {
        next -= times[slot] == more[next] ? 1 : 0;
        times[to] = times[slot];
        sums[to] = sums[slot--];
      } else {
        insertEmpty(to, more[next--]);
      }
    }
  }

  private void insert(int slot, long time) {
    size = slot + 1;
    insertEmpty(slot, time);
  }

  private void insertEmpty(int slot, long time) {
    times[slot] = time;
    sums[slot] = new HistogramSum(unions);
  }

  private void ensureRoom(int more, LongConsumer growing) {
    growing.accept(more * HistogramSum.EMPTY_BYTES);
    if (more > times.length - size) {
      int room = Math.max(Math.addExact(size, more), size + (size >> 1));
      growing.accept((long) SLOT_BYTES * (room - times.length));
      times = Arrays.copyOf(times, room);
      sums = Arrays.copyOf(sums, room);
    }
  }

  /// Adds a histogram to a slot.
  void add(int slot, Histograms from, int handle) {
    HistogramShape shape = canonical(from.shape(handle));
    sums[slot].add(shape, from.words(), handle + 1, growth);
  }

  private HistogramShape canonical(HistogramShape shape) {
    HistogramShape known = canonical;
    if (known == null || !shape.equals(last)) {
      last = shape;
      known = shape instanceof FixedShape ? unions.canonical(shape) : shape;
      canonical = known;
    }
    return known;
  }

  /// Adds the sums of other series, which the caller must no longer use.
  ///
  /// @param growing called with the bytes by which the sums exceed both, before they are allocated
  public void merge(HistogramSums other, LongConsumer growing) {
    if (other.size == 0) {
      return;
    }
    int slot = makeRoom(other.times, 0, other.size, growing);
    for (int i = 0; i < other.size; i++) {
      slot = slotOf(slot, other.times[i]);
      if (sums[slot].isEmpty()) {
        sums[slot] = other.sums[i];
      } else {
        sums[slot].add(other.sums[i], growing);
      }
    }
  }

  /// Returns the slot of a time, which exists, at or after another slot.
  int slotOf(int from, long time) {
    int slot = from;
    while (times[slot] != time) {
      slot++;
    }
    return slot;
  }

  /// Returns the approximate size in bytes on the heap.
  public long heldBytes() {
    long bytes = (long) SLOT_BYTES * times.length;
    HistogramSum before = null;
    for (int slot = 0; slot < size; slot++) {
      bytes += sums[slot].heldBytes(before);
      before = sums[slot];
    }
    return bytes;
  }
}

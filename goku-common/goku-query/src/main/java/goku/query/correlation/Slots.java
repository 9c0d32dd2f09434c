package goku.query.correlation;

import goku.model.PointBuffer;
import goku.query.Grid;
import java.util.Arrays;

/// The values of one series on the slots of a grid, reused from series to series. NaN and
/// infinities are absent. Owned by one thread, unless it no longer changes.
public final class Slots {
  /// The number of absent slots at an edge up to which a series counts as present there. Datapoints
  /// of the newest slot often have not arrived yet.
  private static final int FEW = 2;

  private final double[] values;
  private final long[] mask;
  private int count;

  /// @param size the number of slots of the grid
  public Slots(int size) {
    values = new double[size];
    mask = new long[(size + 63) >>> 6];
  }

  /// Returns the slots with these values. NaN and infinities are absent.
  public static Slots of(double... values) {
    var slots = new Slots(values.length);
    System.arraycopy(values, 0, slots.values, 0, values.length);
    slots.findPresent();
    return slots;
  }

  /// Replaces all values by those of the datapoints whose times are slots of the grid.
  ///
  /// @param points datapoints in ascending order
  public void set(PointBuffer points, Grid grid) {
    double[] from = points.values();
    long[] timestamps = points.timestamps();
    long[] times = grid.times();
    int size = points.size();
    if (Arrays.equals(timestamps, 0, size, times, 0, times.length)) {
      System.arraycopy(from, 0, values, 0, size);
    } else {
      Arrays.fill(values, Double.NaN);
      int slot = 0;
      for (int i = 0; i < size; i++) {
        while (slot < times.length && times[slot] < timestamps[i]) {
          slot++;
        }
        if (slot < times.length && times[slot] == timestamps[i]) {
          values[slot] = from[i];
        }
      }
    }
    findPresent();
  }

  /// Sets the mask to the finite values.
  private void findPresent() {
    count = 0;
    for (int word = 0; word < mask.length; word++) {
      long bits = 0;
      int end = Math.min(values.length, (word + 1) << 6);
      for (int slot = word << 6; slot < end; slot++) {
        bits |= (Double.isFinite(values[slot]) ? 1L : 0L) << slot;
      }
      mask[word] = bits;
      count += Long.bitCount(bits);
    }
  }

  /// Returns a copy of the values, NaN where there is none.
  public double[] toArray() {
    double[] copy = values.clone();
    for (int slot = 0; slot < copy.length; slot++) {
      if (present(slot) == 0) {
        copy[slot] = Double.NaN;
      }
    }
    return copy;
  }

  /// Returns whether no slot has a value.
  public boolean isEmpty() {
    return count == 0;
  }

  /// Returns the bytes of the arrays for a number of slots.
  public static long heldBytes(int size) {
    return (long) Double.BYTES * (size + (size >>> 6) + 1);
  }

  int size() {
    return values.length;
  }

  /// Returns the values. Those of absent slots are undefined.
  double[] values() {
    return values;
  }

  /// Returns 1 if the slot has a value, otherwise 0.
  int present(int slot) {
    return (int) (mask[slot >>> 6] >>> slot) & 1;
  }

  /// Returns the number of slots that have a value.
  int count() {
    return count;
  }

  /// Returns whether all slots have a value.
  boolean isFull() {
    return count == values.length;
  }

  /// Returns the first slot with a value if the series begins inside the range; otherwise -1. A
  /// series begins there if more slots are absent before than a gap between its values explains.
  public int appearance() {
    int first = nextPresent(0);
    return isEdge(first) ? first : -1;
  }

  /// Returns the last slot with a value if the series ends inside the range, by the same rule;
  /// otherwise -1.
  public int disappearance() {
    int last = lastPresent();
    return isEdge(values.length - 1 - last) ? last : -1;
  }

  /// Returns whether an absence at the edge is longer than twice each gap. Without two values there
  /// is no gap to compare with, so that nothing is known.
  private boolean isEdge(int absent) {
    if (absent <= FEW || count < 2) {
      return false;
    }
    int widest = 0;
    int last = nextPresent(0);
    for (int slot = nextPresent(last + 1); slot < values.length; slot = nextPresent(slot + 1)) {
      widest = Math.max(widest, slot - last - 1);
      last = slot;
    }
    return absent > 2 * widest;
  }

  /// Returns the first slot from `from` on that has a value; the number of slots if there is none.
  private int nextPresent(int from) {
    int slot = from;
    while (slot < values.length && present(slot) == 0) {
      slot++;
    }
    return slot;
  }

  private int lastPresent() {
    int slot = values.length - 1;
    while (slot >= 0 && present(slot) == 0) {
      slot--;
    }
    return slot;
  }
}

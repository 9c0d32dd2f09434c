package goku.index;

import java.util.Arrays;

/// The slots of series that are not in the postings yet, in the order of their creation. The writer
/// appends until they are full or merged and then goes on with new ones; readers take `slots` up to
/// `count`.
final class NewSeries {
  private final int[] slots;

  /// Written after the slot and its record: publishes both.
  private volatile int count;

  NewSeries(int capacity) {
    slots = new int[capacity];
  }

  void add(int slot) {
    int index = count;
    slots[index] = slot;
    count = index + 1;
  }

  int count() {
    return count;
  }

  int slot(int index) {
    return slots[index];
  }

  /// All of them, ascending.
  int[] sorted() {
    int[] sorted = Arrays.copyOf(slots, count);
    Arrays.sort(sorted);
    return sorted;
  }

  boolean isFull() {
    return count == slots.length;
  }
}

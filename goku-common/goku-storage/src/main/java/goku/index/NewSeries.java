package goku.index;

import java.util.Arrays;

/// The slots of series that are not in the postings yet, in order of creation. The writer appends
/// until the list is full or merged, then starts a new list. Readers read `slots` up to `count`.
final class NewSeries {
  private final int[] slots;

  /// The number of slots. Written after the slot and its record, and so publishes both.
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

  /// Returns all slots, ascending.
  int[] sorted() {
    int[] sorted = Arrays.copyOf(slots, count);
    Arrays.sort(sorted);
    return sorted;
  }

  boolean isFull() {
    return count == slots.length;
  }
}

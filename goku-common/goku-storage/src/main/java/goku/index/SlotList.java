package goku.index;

import java.util.Arrays;

/// A growing list of slots. Owned by one query.
final class SlotList {
  private int[] slots;
  private int count;

  SlotList(int expected) {
    slots = new int[Math.max(expected, 16)];
  }

  void add(int slot) {
    if (count == slots.length) {
      slots = Arrays.copyOf(slots, count * 2);
    }
    slots[count++] = slot;
  }

  boolean contains(int slot) {
    for (int i = 0; i < count; i++) {
      if (slots[i] == slot) {
        return true;
      }
    }
    return false;
  }

  int[] toArray() {
    return count == slots.length ? slots : Arrays.copyOf(slots, count);
  }
}

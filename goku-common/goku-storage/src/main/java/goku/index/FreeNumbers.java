package goku.index;

import java.util.Arrays;

/// A source of dense numbers that hands out returned numbers first (the free list of section 4.6.2
/// of the paper). Owned by the writer.
final class FreeNumbers {
  private int[] returned = new int[16];
  private int count;
  private int next;

  FreeNumbers(int first) {
    next = first;
  }

  int take() {
    return count > 0 ? returned[--count] : next++;
  }

  void giveBack(int number) {
    if (count == returned.length) {
      returned = Arrays.copyOf(returned, count * 2);
    }
    returned[count++] = number;
  }

  /// Returns a number above all numbers handed out so far.
  int limit() {
    return next;
  }
}

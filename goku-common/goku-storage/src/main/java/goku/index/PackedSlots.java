package goku.index;

import java.util.Arrays;

/// Ascending slots as bytes, for terms of few series. A Roaring bitmap takes 170 bytes for one
/// slot, and 50 more for each range of 65,536 slots in use.
///
/// The largest slot comes first, followed by the differences from each slot to the next smaller
/// one. New series mostly have larger slots, so they are put in front and the rest is copied. Each
/// number is in groups of 7 bits, the lowest first, with the upper bit set in all bytes but the
/// last.
final class PackedSlots {
  private static final int MORE = 0x80;
  private static final int BITS = MORE - 1;

  private PackedSlots() {}

  /// Packs `slots[from]` to `slots[to - 1]`, at least one.
  static byte[] of(int[] slots, int from, int to) {
    return append(new byte[0], slots, from, to);
  }

  static int largest(byte[] list) {
    int value = 0;
    for (int i = 0, shift = 0; ; i++, shift += 7) {
      value |= (list[i] & BITS) << shift;
      if (list[i] >= 0) {
        return value;
      }
    }
  }

  /// Returns the list with added slots, which must be above its largest.
  static byte[] append(byte[] list, int[] slots, int from, int to) {
    int bytes = size(slots[to - 1]);
    for (int i = from + 1; i < to; i++) {
      bytes += size(slots[i] - slots[i - 1]);
    }
    int rest = 0;
    int step = 0;
    if (list.length > 0) {
      int largest = largest(list);
      rest = size(largest);
      step = slots[from] - largest;
      bytes += size(step) + list.length - rest;
    }
    byte[] all = new byte[bytes];
    int at = put(slots[to - 1], all, 0);
    for (int i = to - 1; i > from; i--) {
      at = put(slots[i] - slots[i - 1], all, at);
    }
    if (list.length > 0) {
      at = put(step, all, at);
      System.arraycopy(list, rest, all, at, list.length - rest);
    }
    return all;
  }

  /// Returns the slots, ascending.
  static int[] unpack(byte[] list) {
    int count = 0;
    for (byte b : list) {
      count += b >= 0 ? 1 : 0;
    }
    int[] slots = new int[count];
    int at = 0;
    for (int i = count - 1; i >= 0; i--) {
      int value = list[at] & BITS;
      for (int shift = 7; list[at++] < 0; shift += 7) {
        value |= (list[at] & BITS) << shift;
      }
      slots[i] = i == count - 1 ? value : slots[i + 1] - value;
    }
    return slots;
  }

  /// Returns the list with added ascending slots, none of which it has.
  static byte[] merge(byte[] list, int[] slots, int from, int to) {
    if (list.length == 0 || slots[from] > largest(list)) {
      return append(list, slots, from, to);
    }
    int[] old = unpack(list);
    int[] all = Arrays.copyOf(old, old.length + to - from);
    System.arraycopy(slots, from, all, old.length, to - from);
    Arrays.sort(all);
    return of(all, 0, all.length);
  }

  /// Returns the list without these ascending slots. It is empty when no slot is left.
  static byte[] remove(byte[] list, int[] slots, int from, int to) {
    int[] all = unpack(list);
    int count = 0;
    int next = from;
    for (int slot : all) {
      while (next < to && slots[next] < slot) {
        next++;
      }
      if (next == to || slots[next] != slot) {
        all[count++] = slot;
      }
    }
    return count == 0 ? new byte[0] : of(all, 0, count);
  }

  private static int size(int value) {
    return (38 - Integer.numberOfLeadingZeros(value | 1)) / 7;
  }

  private static int put(int value, byte[] to, int at) {
    int rest = value;
    int i = at;
    while (rest >= MORE) {
      to[i++] = (byte) (rest | MORE);
      rest >>>= 7;
    }
    to[i++] = (byte) rest;
    return i;
  }
}

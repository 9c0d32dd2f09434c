package goku.cardinality;

import java.util.Arrays;

/// The construction of an xor filter. It takes away one hash after the other that is alone at a
/// place, and then gives values in the reverse order: that place is still free to make the
/// fingerprint right. Owned by one thread.
final class Peeling {
  private final long[] keys;
  private final int count;
  private final int third;

  /// The hashes at each place, combined, and their number.
  private final long[] combined;

  private final int[] numbers;

  /// The hashes in the order in which they were taken away, and the place where each was alone.
  private final long[] taken;

  private final int[] places;
  private final int[] alone;

  Peeling(long[] keys, int count, int third) {
    this.keys = keys;
    this.count = count;
    this.third = third;
    combined = new long[3 * third];
    numbers = new int[3 * third];
    taken = new long[count];
    places = new int[count];
    alone = new int[3 * third];
  }

  /// Returns whether all hashes could be taken away. If not, try another seed.
  boolean succeeds(long seed) {
    Arrays.fill(combined, 0);
    Arrays.fill(numbers, 0);
    for (int i = 0; i < count; i++) {
      change(HashFilter.mix(keys[i] + seed), 1);
    }
    int waiting = 0;
    for (int place = 0; place < numbers.length; place++) {
      if (numbers[place] == 1) {
        alone[waiting++] = place;
      }
    }
    int done = 0;
    while (waiting > 0) {
      int place = alone[--waiting];
      if (numbers[place] == 1) {
        long hash = combined[place];
        taken[done] = hash;
        places[done++] = place;
        change(hash, -1);
        for (int n = 0; n < 3; n++) {
          int other = HashFilterPart.place(hash, n, third);
          if (numbers[other] == 1) {
            alone[waiting++] = other;
          }
        }
      }
    }
    return done == count;
  }

  private void change(long hash, int by) {
    for (int n = 0; n < 3; n++) {
      int place = HashFilterPart.place(hash, n, third);
      combined[place] ^= hash;
      numbers[place] += by;
    }
  }

  /// Returns the values of the filter after success.
  short[] values() {
    short[] values = new short[3 * third];
    for (int i = count - 1; i >= 0; i--) {
      int value = HashFilterPart.fingerprint(taken[i]);
      for (int n = 0; n < 3; n++) {
        value ^= values[HashFilterPart.place(taken[i], n, third)]; // its own is still 0
      }
      values[places[i]] = (short) value;
    }
    return values;
  }
}

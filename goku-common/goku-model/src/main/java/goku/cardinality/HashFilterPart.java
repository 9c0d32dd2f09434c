package goku.cardinality;

import java.util.Arrays;

/// An xor filter of some hashes: each hash has one place in each third of an array, and the values
/// at its three places combine to its fingerprint. Immutable.
public final class HashFilterPart {
  /// The room per hash with which nearly every seed succeeds, and the room that small sets need.
  private static final double ROOM = 1.23;

  private static final int MORE_ROOM = 32;

  private final long seed;
  private final short[] values;

  private HashFilterPart(long seed, short[] values) {
    this.seed = seed;
    this.values = values;
  }

  /// Creates a part with the values of another one.
  ///
  /// @param values those of `values()`, copied
  /// @throws IllegalArgumentException if the number of values is not that of a part
  public static HashFilterPart of(long seed, short[] values) {
    if (values.length % 3 != 0) {
      throw new IllegalArgumentException(
          "cannot read filter values=%d: must be a multiple of 3".formatted(values.length));
    }
    return new HashFilterPart(seed, values.clone());
  }

  /// @param mixed the hashes, as `HashFilter.mix` returns them; sorted by this call
  static HashFilterPart of(long[] mixed) {
    Arrays.sort(mixed);
    int count = 0;
    for (int i = 0; i < mixed.length; i++) {
      if (i == 0 || mixed[i] != mixed[i - 1]) {
        mixed[count++] = mixed[i];
      }
    }
    if (count == 0) {
      return new HashFilterPart(0, new short[0]);
    }
    var peeling = new Peeling(mixed, count, third(count));
    long seed = 0;
    while (!peeling.succeeds(seed)) {
      seed++; // each seed fails with a probability of less than a percent
    }
    return new HashFilterPart(seed, peeling.values());
  }

  private static int third(int count) {
    return (MORE_ROOM + (int) Math.ceil(ROOM * count)) / 3 + 1;
  }

  boolean mayContain(long mixed) {
    if (values.length == 0) {
      return false;
    }
    long hash = HashFilter.mix(mixed + seed);
    int third = values.length / 3;
    short found =
        (short)
            (values[place(hash, 0, third)]
                ^ values[place(hash, 1, third)]
                ^ values[place(hash, 2, third)]);
    return found == fingerprint(hash);
  }

  /// Returns the place of a hash in one third.
  static int place(long hash, int n, int third) {
    long part = Long.rotateLeft(hash, 21 * n) & 0xFFFF_FFFFL;
    return (int) ((part * third) >>> 32) + n * third;
  }

  static short fingerprint(long hash) {
    return (short) (hash ^ hash >>> 32);
  }

  public long seed() {
    return seed;
  }

  /// Returns a copy of the values.
  public short[] values() {
    return values.clone();
  }

  long bytes() {
    return (long) values.length * Short.BYTES;
  }
}

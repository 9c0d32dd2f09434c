package goku.cardinality;

import java.util.Arrays;
import java.util.List;

/// A set of 64-bit hashes in 20 bits each. A hash of the set is always found. Another hash is found
/// with a probability of 1.5e-5.
///
/// The hashes are divided into parts of about 32,768, so that a part is built within the cache of a
/// processor, with little memory. Each part is an xor filter: Graf and Lemire, "Xor Filters: Faster
/// and Smaller Than Bloom and Cuckoo Filters" (2020). A Bloom filter of the same size would find
/// five times as many other hashes, at up to fourteen accesses to memory instead of three.
///
/// Immutable.
public final class HashFilter {
  /// The average number of hashes of a part.
  static final int PART_HASHES = 1 << 15;

  public static final HashFilter NONE = new HashFilter(List.of());

  private final List<HashFilterPart> parts;

  /// Creates a filter of the parts of another one.
  ///
  /// @param parts those of `parts()`, in their order
  public HashFilter(List<HashFilterPart> parts) {
    this.parts = List.copyOf(parts);
  }

  /// Returns the filter of the hashes. They may repeat.
  public static HashFilter of(long[] hashes) {
    if (hashes.length == 0) {
      return NONE;
    }
    int count = (hashes.length + PART_HASHES - 1) / PART_HASHES;
    int[] ends = new int[count + 1];
    for (long hash : hashes) {
      ends[part(mix(hash), count) + 1]++;
    }
    for (int part = 0; part < count; part++) {
      ends[part + 1] += ends[part];
    }
    long[] mixed = new long[hashes.length];
    int[] next = Arrays.copyOf(ends, count);
    for (long hash : hashes) {
      long one = mix(hash);
      mixed[next[part(one, count)]++] = one;
    }
    var parts = new HashFilterPart[count];
    for (int part = 0; part < count; part++) {
      parts[part] = HashFilterPart.of(Arrays.copyOfRange(mixed, ends[part], ends[part + 1]));
    }
    return new HashFilter(List.of(parts));
  }

  /// Returns false only if the hash is not in the set.
  public boolean mayContain(long hash) {
    if (parts.isEmpty()) {
      return false;
    }
    long mixed = mix(hash);
    return parts.get(part(mixed, parts.size())).mayContain(mixed);
  }

  /// Returns the parts, of which `HashFilter` makes an equal filter.
  public List<HashFilterPart> parts() {
    return parts;
  }

  /// Returns the size of the filter.
  public long bytes() {
    return parts.stream().mapToLong(HashFilterPart::bytes).sum();
  }

  private static int part(long mixed, int count) {
    return (int) Math.unsignedMultiplyHigh(mixed, count);
  }

  /// Spreads the upper bits of the hashes, which are alike within a shard. The last step of
  /// MurmurHash3, which maps different hashes to different numbers.
  static long mix(long hash) {
    long mixed = (hash ^ hash >>> 33) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ mixed >>> 33;
  }
}

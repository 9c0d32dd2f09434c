package goku.ingest.limit;

import java.util.function.LongPredicate;

/// A set of 64-bit hashes. Owned by one thread at a time.
final class HashSet64 {
  private static final int SMALLEST = 16;

  /// Open addressing, at most half full. Zero is an empty place.
  private long[] places = new long[SMALLEST];

  private boolean hasZero;
  private int size;

  boolean contains(long hash) {
    return hash == 0 ? hasZero : places[place(hash)] == hash;
  }

  void add(long hash) {
    if (hash == 0) {
      size += hasZero ? 0 : 1;
      hasZero = true;
      return;
    }
    int place = place(hash);
    if (places[place] == 0) {
      places[place] = hash;
      size++;
      if (size * 2 > places.length) {
        grow();
      }
    }
  }

  int size() {
    return size;
  }

  /// Returns a set of the hashes for which the predicate is true.
  HashSet64 only(LongPredicate kept) {
    var only = new HashSet64();
    if (hasZero && kept.test(0)) {
      only.add(0);
    }
    for (long hash : places) {
      if (hash != 0 && kept.test(hash)) {
        only.add(hash);
      }
    }
    return only;
  }

  private void grow() {
    long[] before = places;
    places = new long[before.length * 2];
    for (long hash : before) {
      if (hash != 0) {
        places[place(hash)] = hash;
      }
    }
  }

  /// Returns the place of the hash, or the empty one where it belongs.
  private int place(long hash) {
    int place = ((int) ((hash * 0x9E3779B97F4A7C15L) >>> 32)) & (places.length - 1);
    while (places[place] != 0 && places[place] != hash) {
      place = (place + 1) & (places.length - 1);
    }
    return place;
  }
}

package goku.index;

import java.util.Arrays;

/// The slots of each term that some series have, for changing the postings in bulk.
final class TermSlots {
  @FunctionalInterface
  interface Action {
    void accept(int term, int[] ascendingSlots);
  }

  /// Term << 32 | slot, ascending.
  private final long[] pairs;

  private TermSlots(long[] pairs) {
    this.pairs = pairs;
  }

  /// The list of all series is one of their terms.
  static TermSlots of(SeriesTable series, int[] slots) {
    long[] pairs = new long[slots.length * 16];
    int size = 0;
    for (int slot : slots) {
      int tags = series.tagCount(slot);
      if (size + tags + 2 > pairs.length) {
        pairs = Arrays.copyOf(pairs, Math.max(pairs.length * 2, size + tags + 2));
      }
      pairs[size++] = pair(TermDictionary.ALL_SERIES, slot);
      pairs[size++] = pair(series.metric(slot), slot);
      for (int n = 0; n < tags; n++) {
        pairs[size++] = pair(series.tag(slot, n), slot);
      }
    }
    pairs = Arrays.copyOf(pairs, size);
    Arrays.sort(pairs);
    return new TermSlots(pairs);
  }

  void forEach(Action action) {
    int start = 0;
    while (start < pairs.length) {
      int term = (int) (pairs[start] >>> 32);
      int end = start + 1;
      while (end < pairs.length && pairs[end] >>> 32 == term) {
        end++;
      }
      int[] slots = new int[end - start];
      for (int i = start; i < end; i++) {
        slots[i - start] = (int) pairs[i];
      }
      action.accept(term, slots);
      start = end;
    }
  }

  private static long pair(int term, int slot) {
    return (long) term << 32 | slot;
  }
}

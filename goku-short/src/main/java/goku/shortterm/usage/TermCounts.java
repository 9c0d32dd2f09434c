package goku.shortterm.usage;

import java.util.Arrays;

/// The occurrences of terms: open addressing by id, without removal and without an object per term.
/// Owned by one thread.
final class TermCounts {
  private static final int NONE = -1;

  private int[] terms = new int[64];
  private int[] counts = new int[64];
  private int size;

  TermCounts() {
    Arrays.fill(terms, NONE);
  }

  @FunctionalInterface
  interface Action {
    void accept(int term, int count);
  }

  void increment(int term) {
    int place = place(term);
    if (terms[place] == NONE) {
      if (++size * 2 > terms.length) {
        grow();
        place = place(term);
      }
      terms[place] = term;
    }
    counts[place]++;
  }

  void forEach(Action action) {
    for (int place = 0; place < terms.length; place++) {
      if (terms[place] != NONE) {
        action.accept(terms[place], counts[place]);
      }
    }
  }

  /// Returns the place of the term, existing or new.
  private int place(int term) {
    int mask = terms.length - 1;
    int place = (term * 0x9E37_79B9) >>> Integer.numberOfLeadingZeros(mask);
    while (terms[place] != term && terms[place] != NONE) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void grow() {
    int[] oldTerms = terms;
    int[] oldCounts = counts;
    terms = new int[oldTerms.length * 2];
    counts = new int[terms.length];
    Arrays.fill(terms, NONE);
    for (int i = 0; i < oldTerms.length; i++) {
      if (oldTerms[i] != NONE) {
        int place = place(oldTerms[i]);
        terms[place] = oldTerms[i];
        counts[place] = oldCounts[i];
      }
    }
  }
}

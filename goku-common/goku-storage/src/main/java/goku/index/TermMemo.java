package goku.index;

import java.util.Arrays;

/// A map from term ids to small numbers, so that a filter examines each distinct value once. Owned
/// by one query.
final class TermMemo {
  static final byte UNKNOWN = 0;

  private int[] terms = new int[64];
  private byte[] verdicts = new byte[64];
  private int count;

  byte get(int term) {
    int i = index(term);
    return terms[i] == term ? verdicts[i] : UNKNOWN;
  }

  /// Stores the verdict of a term that is not in the map yet. Term ids are above zero.
  void put(int term, byte verdict) {
    if (++count * 2 > terms.length) {
      grow();
    }
    int i = index(term);
    terms[i] = term;
    verdicts[i] = verdict;
  }

  private int index(int term) {
    int i = (term * 0x9E3779B1) >>> Integer.numberOfLeadingZeros(terms.length - 1);
    while (terms[i] != 0 && terms[i] != term) {
      i = (i + 1) & (terms.length - 1);
    }
    return i;
  }

  private void grow() {
    int[] oldTerms = terms;
    byte[] oldVerdicts = verdicts;
    terms = new int[oldTerms.length * 2];
    verdicts = Arrays.copyOf(oldVerdicts, terms.length);
    for (int i = 0; i < oldTerms.length; i++) {
      if (oldTerms[i] != 0) {
        int to = index(oldTerms[i]);
        terms[to] = oldTerms[i];
        verdicts[to] = oldVerdicts[i];
      }
    }
  }
}

package goku.index;

import goku.model.NameKind;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/// A search for names with a prefix. It scans all terms, at some 20 ns each, so that no sorted
/// structure must be maintained while series come and go. Owned by one query, which holds a pin.
final class Suggestions {
  private final TermDictionary terms;
  private final byte[] prefix;
  private final int max;
  private final TreeSet<byte[]> best = new TreeSet<>(Arrays::compareUnsigned);

  Suggestions(TermDictionary terms, byte[] prefix, int max) {
    this.terms = terms;
    this.prefix = prefix;
    this.max = max;
  }

  List<byte[]> collect(NameKind kind) {
    TermKind wanted =
        switch (kind) {
          case METRIC -> TermKind.METRIC;
          case TAG_KEY -> TermKind.KEY;
          case TAG_VALUE -> TermKind.PAIR;
        };
    int limit = terms.limit();
    for (int term = TermDictionary.ALL_SERIES + 1; term < limit && max > 0; term++) {
      if (terms.kindOrNull(term) == wanted) {
        offer(term);
      }
    }
    return List.copyOf(best);
  }

  private void offer(int term) {
    if (!terms.startsWith(term, prefix)) {
      return;
    }
    byte[] bytes = terms.bytes(term);
    if (best.size() == max && Arrays.compareUnsigned(bytes, best.last()) >= 0) {
      return;
    }
    best.add(bytes);
    if (best.size() > max) {
      best.pollLast();
    }
  }
}

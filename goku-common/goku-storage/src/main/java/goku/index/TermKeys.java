package goku.index;

import java.util.Arrays;
import java.util.function.IntPredicate;

/// The terms of all tag keys, for tests of every key. One writer. Readers may iterate at any time.
/// Removed keys stay in the list until there are many of them, so readers must check that a term
/// still is a key.
final class TermKeys {
  private int removed;

  /// A list of keys. Lists share the array while it has room.
  private static final class Keys {
    private final int[] terms;
    private final int count;

    Keys(int[] terms, int count) {
      this.terms = terms;
      this.count = count;
    }
  }

  private volatile Keys keys = new Keys(new int[16], 0);

  void add(int term) {
    Keys now = keys;
    int[] terms = now.terms;
    if (now.count == terms.length) {
      terms = Arrays.copyOf(terms, now.count * 2);
    }
    terms[now.count] = term;
    keys = new Keys(terms, now.count + 1);
  }

  /// Records that a key was removed.
  ///
  /// @param isKey test that a term currently is a key
  void remove(IntPredicate isKey) {
    Keys now = keys;
    if (++removed * 2 > now.count) {
      // a removed term may have been reused for another key
      int[] terms = Arrays.stream(now.terms, 0, now.count).filter(isKey).distinct().toArray();
      keys = new Keys(Arrays.copyOf(terms, Math.max(16, terms.length)), terms.length);
      removed = 0;
    }
  }

  boolean anyMatch(IntPredicate test) {
    Keys now = keys;
    for (int i = 0; i < now.count; i++) {
      if (test.test(now.terms[i])) {
        return true;
      }
    }
    return false;
  }
}

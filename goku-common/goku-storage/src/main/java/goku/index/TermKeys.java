package goku.index;

import java.util.Arrays;
import java.util.function.IntPredicate;

/// The terms of all tag keys, for what has to be asked of each. One writer; readers may go over
/// them at any time. Keys that have gone stay in the list until there are many of them, so whoever
/// goes over it asks for each whether it still is one.
final class TermKeys {
  private int removed;

  /// The array is shared from one list to the next while it has room.
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

  /// Notes that a key has gone.
  ///
  /// @param isKey tells which terms are keys now
  void remove(IntPredicate isKey) {
    Keys now = keys;
    if (++removed * 2 > now.count) {
      // a term may have gone and come back as a key
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

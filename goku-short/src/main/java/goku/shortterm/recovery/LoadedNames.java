package goku.shortterm.recovery;

import goku.index.IndexLoader;
import java.util.Arrays;

/// Names of a file, which are lists of the file's own term numbers, as lists of the shard's term
/// ids. Owned by one thread.
final class LoadedNames {
  private final IndexLoader loader;

  /// By the number in the file; negative where there was no memory for the term.
  private int[] ids = new int[1024];

  private int termCount;
  private int[] pairs = new int[64];

  LoadedNames(IndexLoader loader) {
    this.loader = loader;
  }

  /// Adds the metric that has the next number.
  void addMetric(byte[] utf8) {
    add(loader.metric(utf8));
  }

  /// Adds the `key=value` that has the next number.
  void addPair(byte[] utf8) {
    add(loader.pair(utf8));
  }

  /// The id of the metric of a name; negative when it was not loaded.
  int metric(int[] name) {
    return ids[name[0]];
  }

  /// Translates the pairs of a name of so many terms into `pairs()`. False when some term was not
  /// loaded.
  boolean translate(int[] name, int count) {
    if (count > pairs.length) {
      pairs = new int[count];
    }
    boolean complete = metric(name) >= 0;
    for (int n = 1; n < count; n++) {
      pairs[n - 1] = ids[name[n]];
      complete &= pairs[n - 1] >= 0;
    }
    return complete;
  }

  /// The pairs of the name that was translated last; replaced when a longer one comes.
  int[] pairs() {
    return pairs;
  }

  private void add(int id) {
    if (termCount == ids.length) {
      ids = Arrays.copyOf(ids, termCount * 2);
    }
    ids[termCount++] = id;
  }
}

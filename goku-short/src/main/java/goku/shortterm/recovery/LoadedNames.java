package goku.shortterm.recovery;

import goku.index.IndexLoader;
import java.util.Arrays;

/// The translation of a file's names, which are lists of the file's term numbers, into lists of the
/// shard's term ids. Owned by one thread.
final class LoadedNames {
  private final IndexLoader loader;

  /// The ids by the numbers in the file.
  private int[] ids = new int[1024];

  private int termCount;
  private int[] pairs = new int[64];

  LoadedNames(IndexLoader loader) {
    this.loader = loader;
  }

  /// Adds the metric with the next number, or throws a `NoSpaceException`, as `addPair` does.
  void addMetric(byte[] utf8) {
    add(loader.metric(utf8));
  }

  /// Adds the `key=value` with the next number.
  void addPair(byte[] utf8) {
    add(loader.pair(utf8));
  }

  /// Returns the id of a name's metric.
  int metric(int[] name) {
    return ids[name[0]];
  }

  /// Translates the pairs of a name with this number of terms into `pairs()`.
  void translate(int[] name, int count) {
    if (count > pairs.length) {
      pairs = new int[count];
    }
    for (int n = 1; n < count; n++) {
      pairs[n - 1] = ids[name[n]];
    }
  }

  /// Returns the pairs of the last translated name. The array is replaced for a longer name.
  int[] pairs() {
    return pairs;
  }

  private void add(int id) {
    if (id < 0) {
      throw new NoSpaceException();
    }
    if (termCount == ids.length) {
      ids = Arrays.copyOf(ids, termCount * 2);
    }
    ids[termCount++] = id;
  }
}

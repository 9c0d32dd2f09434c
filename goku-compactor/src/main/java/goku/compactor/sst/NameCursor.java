package goku.compactor.sst;

import goku.compactor.sst.file.SstCursor;
import goku.format.FormatException;
import goku.format.sst.KeyType;
import goku.format.sst.NamesDecoder;
import goku.format.sst.SstKeys;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// A cursor over the names of all series. Owned by one thread.
final class NameCursor {
  private final SstKeys keys;
  private final @Nullable SstCursor cursor;
  private final int termCount;
  private @Nullable NamesDecoder names;
  private int metric;
  private int series = -1;
  private long hash;
  private int[] terms = new int[16];
  private int count;

  NameCursor(SstKeys keys, @Nullable SstCursor cursor, int termCount) {
    this.keys = keys;
    this.cursor = cursor;
    this.termCount = termCount;
  }

  int series() {
    return series;
  }

  int metric() {
    return metric;
  }

  long hash() {
    return hash;
  }

  /// Returns the metric and the pairs in the first `termCount()` entries; the array is reused.
  int[] terms() {
    return terms;
  }

  int termCount() {
    return count;
  }

  boolean next() throws IOException {
    SstCursor in = cursor;
    if (in == null) {
      return false;
    }
    try {
      while (names == null || !names.next()) {
        if (!in.next()) {
          return false;
        }
        names = open(in);
      }
      take(in, names);
    } catch (FormatException e) {
      throw in.broken(e);
    }
    series++;
    return true;
  }

  private NamesDecoder open(SstCursor in) throws IOException {
    byte[] key = in.key();
    if (!keys.has(key, KeyType.NAMES)
        || key.length != SstKeys.PREFIX_BYTES + 2 * Integer.BYTES
        || SstKeys.lastNumber(key) != series + 1) {
      throw in.broken("another key", "names from series %d on".formatted(series + 1));
    }
    metric = SstKeys.metricOf(key);
    return new NamesDecoder(in.value());
  }

  private void take(SstCursor in, NamesDecoder names) throws IOException {
    hash = names.hash();
    count = 1 + names.pairCount();
    if (terms.length < count) {
      terms = new int[count];
    }
    terms[0] = metric;
    System.arraycopy(names.pairs(), 0, terms, 1, count - 1);
    for (int i = 0; i < count; i++) {
      if (terms[i] < 0 || terms[i] >= termCount) {
        throw in.broken("term " + terms[i], "one of " + termCount);
      }
    }
  }
}

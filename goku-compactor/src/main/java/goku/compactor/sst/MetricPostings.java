package goku.compactor.sst;

import goku.compactor.sst.file.SstFile;
import goku.format.sst.Ids;
import goku.format.sst.KeyPostings;
import goku.format.sst.SstKeys;
import java.io.IOException;
import java.util.Arrays;

/// A collector of the pairs of the series of one metric. It writes both kinds of postings when the
/// metric ends. Memory holds 4 bytes for each pair of each series of the metric, 8 while they are
/// written, and 4 for each pair of the bucket. Owned by one thread.
final class MetricPostings {
  /// The divisor of the series count: from this share of the series on, a table is faster than
  /// sorting.
  private static final int DENSE = 16;

  private static final int FIRST_CAPACITY = 1024;
  private static final int NONE = -1;

  private final SstKeys keys;
  private final SstFile byPair;
  private final SstFile byKey;
  private final Terms terms;

  /// The numbers of the pairs of all series, one series after the other.
  private int[] pairs = new int[FIRST_CAPACITY];

  private int pairCount;

  /// The end of each series' pairs.
  private int[] ends = new int[FIRST_CAPACITY];

  private int series;

  /// The number of series that have a term, by number of the term; later, the end of its list.
  private int[] byTerm = {};

  private int[] distinct = new int[FIRST_CAPACITY];
  private int distinctCount;

  /// The ascending lists of all pairs, one after the other.
  private int[] lists = {};

  /// The series that have one tag key; `keyPairs` holds the pair of each.
  private int[] keySeries = {};

  private int[] keyPairs = {};

  MetricPostings(SstKeys keys, SstFile byPair, SstFile byKey, Terms terms) {
    this.keys = keys;
    this.byPair = byPair;
    this.byKey = byKey;
    this.terms = terms;
  }

  /// Adds the next series of the metric.
  void add(int[] terms, int termCount) {
    int more = termCount - 1;
    if (pairs.length - pairCount < more) {
      pairs = Arrays.copyOf(pairs, Math.addExact(pairCount, Math.max(pairCount / 2, more)));
    }
    System.arraycopy(terms, 1, pairs, pairCount, more);
    pairCount += more;
    if (series == ends.length) {
      ends = Arrays.copyOf(ends, series + series / 2);
    }
    ends[series++] = pairCount;
  }

  /// Writes the postings of the metric and starts the next metric.
  ///
  /// @param firstSeries first series of the metric
  void flush(int metric, int firstSeries) throws IOException {
    count(terms.count());
    gather(firstSeries);
    int from = 0;
    for (int i = 0; i < distinctCount; ) {
      int firstPair = terms.firstPairOfKey(distinct[i]);
      int first = i;
      int keyFrom = from;
      for (; i < distinctCount && terms.firstPairOfKey(distinct[i]) == firstPair; i++) {
        int to = byTerm[distinct[i]];
        writePair(metric, distinct[i], from, to);
        from = to;
      }
      writeKey(metric, firstSeries, firstPair, first, i, keyFrom, from);
    }
    for (int i = 0; i < distinctCount; i++) {
      byTerm[distinct[i]] = 0;
    }
    pairCount = 0;
    series = 0;
  }

  private void count(int terms) {
    if (byTerm.length < terms) {
      byTerm = new int[terms];
    }
    distinctCount = 0;
    for (int i = 0; i < pairCount; i++) {
      if (byTerm[pairs[i]]++ == 0) {
        if (distinctCount == distinct.length) {
          distinct = Arrays.copyOf(distinct, distinctCount + distinctCount / 2);
        }
        distinct[distinctCount++] = pairs[i];
      }
    }
    Arrays.sort(distinct, 0, distinctCount);
  }

  /// Fills the lists by a counting sort, which keeps the order of the series.
  private void gather(int firstSeries) {
    if (lists.length < pairCount) {
      lists = new int[pairs.length];
    }
    int at = 0;
    for (int i = 0; i < distinctCount; i++) {
      int length = byTerm[distinct[i]];
      byTerm[distinct[i]] = at;
      at += length;
    }
    int pair = 0;
    for (int i = 0; i < series; i++) {
      for (; pair < ends[i]; pair++) {
        lists[byTerm[pairs[pair]]++] = firstSeries + i;
      }
    }
  }

  private void writePair(int metric, int pair, int from, int to) throws IOException {
    int[] ids = Arrays.copyOfRange(lists, from, to);
    byPair.put(keys.postings(metric, pair), Ids.encode(ids, ids.length));
  }

  /// Merges the lists of the pairs of one tag key, `distinct` from `first` to `last`.
  private void writeKey(
      int metric, int firstSeries, int firstPair, int first, int last, int from, int to)
      throws IOException {
    int count = to - from;
    if (keySeries.length < Math.max(count, series)) {
      keySeries = new int[Math.max(count, series)];
      keyPairs = new int[keySeries.length];
    }
    if (count >= series / DENSE) {
      mergeByTable(firstSeries, first, last, from);
    } else {
      mergeBySorting(first, last, from, count);
    }
    byKey.put(keys.keyPostings(metric, firstPair), KeyPostings.encode(keySeries, keyPairs, count));
  }

  private void mergeByTable(int firstSeries, int first, int last, int from) {
    Arrays.fill(keyPairs, 0, series, NONE);
    int at = from;
    for (int i = first; i < last; i++) {
      for (; at < byTerm[distinct[i]]; at++) {
        keyPairs[lists[at] - firstSeries] = distinct[i];
      }
    }
    int merged = 0;
    for (int i = 0; i < series; i++) {
      if (keyPairs[i] != NONE) {
        keySeries[merged] = firstSeries + i;
        keyPairs[merged++] = keyPairs[i];
      }
    }
  }

  private void mergeBySorting(int first, int last, int from, int count) {
    long[] both = new long[count];
    int at = from;
    for (int i = first; i < last; i++) {
      for (; at < byTerm[distinct[i]]; at++) {
        both[at - from] = ((long) lists[at] << Integer.SIZE) | distinct[i];
      }
    }
    Arrays.sort(both);
    for (int i = 0; i < count; i++) {
      keySeries[i] = (int) (both[i] >>> Integer.SIZE);
      keyPairs[i] = (int) both[i];
    }
  }
}

package goku.index;

import java.util.Arrays;

/// A bulk loader of series from files, where names are lists of terms. The index is complete after
/// `finish`, which must be called even after a failure. Owned by the writer of the index, which
/// calls nothing else of the index until then. Readers may search meanwhile, and find unfinished
/// series only by the hashes of names.
///
/// The limits of the index do not apply here: series that existed before a limit stay.
public final class IndexLoader {
  /// Number of series whose terms are sorted at a time, which bounds the memory for sorting.
  private static final int FINISHED_AT_A_TIME = 1 << 16;

  private final SeriesIndex index;
  private final TermDictionary terms;
  private final TermTexts texts;
  private final Match match;

  /// Terms that had no use when they were requested.
  private final Ints unused = new Ints();

  private final Ints added = new Ints();
  private byte[] name = new byte[1024];

  IndexLoader(SeriesIndex index) {
    this.index = index;
    terms = index.terms();
    texts = new TermTexts(terms);
    match = new Match(index.series());
  }

  /// Returns the id of the term of a metric, creating the term if needed. Returns
  /// `TermDictionary.NONE` when memory is full.
  public int metric(byte[] utf8) {
    return noted(terms.findOrAddMetric(utf8, 0, utf8.length));
  }

  /// Returns the id of the term of a `key=value`, creating the term if needed. Returns
  /// `TermDictionary.NONE` when memory is full.
  public int pair(byte[] utf8) {
    int keyLength = 0;
    while (keyLength < utf8.length && utf8[keyLength] != '=') {
      keyLength++;
    }
    if (keyLength == 0 || keyLength == utf8.length) {
      throw new IllegalArgumentException(
          "cannot add a tag of %d bytes: it has no key".formatted(utf8.length));
    }
    return noted(terms.findOrAddPair(utf8, 0, utf8.length, keyLength));
  }

  /// Returns the slot of the series with this name, creating the series if needed. Returns
  /// `SeriesIndex.NO_MEMORY` when memory is full.
  ///
  /// @param hash hash of the canonical name
  /// @param pairs terms ascending by key
  public int series(long hash, int metric, int[] pairs, int count) {
    match.set(hash, metric, pairs, count);
    int known = index.find(hash, match);
    if (known != HashTable.NONE) {
      return known;
    }
    int length = writeName(metric, pairs, count);
    int slot = index.addLoaded(hash, name, length, metric, pairs, count);
    if (slot >= 0) {
      added.add(slot);
    }
    return slot;
  }

  /// Publishes the series to searches, and drops terms that no series uses.
  public void finish() {
    int[] slots = added.takeSorted();
    for (int from = 0; from < slots.length; from += FINISHED_AT_A_TIME) {
      index.publish(
          Arrays.copyOfRange(slots, from, Math.min(slots.length, from + FINISHED_AT_A_TIME)));
    }
    int last = TermDictionary.NONE;
    for (int term : unused.takeSorted()) {
      if (term != last) {
        terms.dropUnused(term);
      }
      last = term;
    }
    index.cardinality().review();
  }

  private int noted(int term) {
    if (term != TermDictionary.NONE && terms.uses(term) == 0) {
      unused.add(term);
    }
    return term;
  }

  /// Writes the canonical bytes, of which the index keeps a fingerprint.
  private int writeName(int metric, int[] pairs, int count) {
    int length = write(metric, 0);
    for (int n = 0; n < count; n++) {
      name[length] = ' ';
      length = write(pairs[n], length + 1);
    }
    return length;
  }

  /// Writes the text of a term and leaves room for one more byte.
  private int write(int term, int at) {
    byte[] text = texts.get(term);
    int end = at + text.length;
    if (end >= name.length) {
      name = Arrays.copyOf(name, Math.max(name.length * 2, end + 1));
    }
    System.arraycopy(text, 0, name, at, text.length);
    return end;
  }

  /// The test that a series has exactly the wanted terms.
  private static final class Match implements HashTable.Match {
    private final SeriesTable series;
    private final SlotTags tags;
    private long hash;
    private int metric;
    private int[] pairs = new int[0];
    private int count;

    Match(SeriesTable series) {
      this.series = series;
      tags = new SlotTags(series);
    }

    void set(long hash, int metric, int[] pairs, int count) {
      this.hash = hash;
      this.metric = metric;
      this.pairs = pairs;
      this.count = count;
    }

    @Override
    public boolean test(int slot) {
      if (series.hash(slot) != hash || series.metric(slot) != metric) {
        return false;
      }
      tags.read(slot);
      boolean equal = tags.count() == count;
      for (int n = 0; n < count && equal; n++) {
        equal = tags.term(n) == pairs[n];
      }
      return equal;
    }
  }

  private static final class Ints {
    private int[] values = new int[64];
    private int count;

    void add(int value) {
      if (count == values.length) {
        values = Arrays.copyOf(values, count * 2);
      }
      values[count++] = value;
    }

    int[] takeSorted() {
      int[] sorted = Arrays.copyOf(values, count);
      Arrays.sort(sorted);
      values = new int[64];
      count = 0;
      return sorted;
    }
  }
}

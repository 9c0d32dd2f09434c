package goku.shortterm.usage;

import goku.index.SeriesIndex;
import goku.index.TermDictionary;
import goku.model.SeriesFilter;
import goku.query.usage.TagKeyUsage;
import goku.query.usage.TagValueUsage;
import goku.query.usage.ValueSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A counter of the tags of a metric's series, which visits all of them. Owned by one caller, which
/// holds a pin.
final class TagCounter {
  private final TermDictionary terms;
  private final String metric;

  /// The number of series by the term of the pair.
  private final TermCounts pairs = new TermCounts();

  TagCounter(SeriesIndex index, String metric) {
    terms = index.terms();
    this.metric = metric;
    int[] tags = new int[16];
    for (int slot : index.search(new SeriesFilter(metric, List.of(), false))) {
      int count = index.series().tags(slot, tags);
      if (count > tags.length) {
        tags = new int[count];
        index.series().tags(slot, tags);
      }
      for (int n = 0; n < count; n++) {
        pairs.increment(tags[n]);
      }
    }
  }

  List<TagKeyUsage> keys() {
    Map<Integer, Values> byKey = new HashMap<>();
    pairs.forEach(
        (pair, series) ->
            byKey
                .computeIfAbsent(terms.keyOf(pair), first -> new Values())
                .add(terms.hashOfValue(pair), series));
    List<TagKeyUsage> keys = new ArrayList<>();
    byKey.forEach(
        (key, values) ->
            keys.add(new TagKeyUsage(metric, terms.text(key), values.series, values.set())));
    return keys;
  }

  List<TagValueUsage> values(String key) {
    Map<Integer, Boolean> isWanted = new HashMap<>();
    List<TagValueUsage> values = new ArrayList<>();
    pairs.forEach(
        (pair, series) -> {
          int term = terms.keyOf(pair);
          if (isWanted.computeIfAbsent(term, unknown -> terms.text(term).equals(key))) {
            values.add(new TagValueUsage(terms.value(pair), series));
          }
        });
    return values;
  }

  /// The values of a key. A series has a key once, so the series of its values add up.
  private static final class Values {
    private long[] hashes = new long[16];
    private int count;
    private long series;

    void add(long hash, int ofSeries) {
      if (count == hashes.length) {
        hashes = Arrays.copyOf(hashes, count * 2);
      }
      hashes[count++] = hash;
      series += ofSeries;
    }

    ValueSet set() {
      return ValueSet.of(Arrays.copyOf(hashes, count));
    }
  }
}

package goku.shortterm.usage;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.index.SeriesIndex;
import goku.index.TermDictionary;
import goku.model.NameHash;
import goku.query.SeriesFilter;
import goku.query.usage.TagKeyUsage;
import goku.query.usage.TagValueUsage;
import goku.query.usage.ValueSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Counts the tags of a metric's series: goes over all of them. Owned by one caller, which holds a
/// pin.
final class TagCounter {
  private final TermDictionary terms;
  private final String metric;

  /// By the term of the pair, how many series have it.
  private final Map<Integer, Integer> pairs = new HashMap<>();

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
        pairs.merge(tags[n], 1, Integer::sum);
      }
    }
  }

  List<TagKeyUsage> keys() {
    Map<Integer, List<Integer>> byKey = new HashMap<>();
    for (int pair : pairs.keySet()) {
      byKey.computeIfAbsent(terms.keyOf(pair), first -> new ArrayList<>()).add(pair);
    }
    List<TagKeyUsage> keys = new ArrayList<>();
    byKey.forEach((key, values) -> keys.add(key(key, values)));
    return keys;
  }

  List<TagValueUsage> values(String key) {
    List<TagValueUsage> values = new ArrayList<>();
    pairs.forEach(
        (pair, series) -> {
          if (terms.text(terms.keyOf(pair)).equals(key)) {
            values.add(new TagValueUsage(terms.value(pair), series));
          }
        });
    return values;
  }

  /// A series has a key once, so the series of its values add up.
  private TagKeyUsage key(int key, List<Integer> values) {
    long[] hashes = new long[values.size()];
    long series = 0;
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = NameHash.of(terms.value(values.get(i)).getBytes(UTF_8));
      series += pairs.getOrDefault(values.get(i), 0);
    }
    return new TagKeyUsage(metric, terms.text(key), series, ValueSet.of(hashes));
  }
}

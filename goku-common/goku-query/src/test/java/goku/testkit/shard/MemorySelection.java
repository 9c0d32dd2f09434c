package goku.testkit.shard;

import goku.model.Tag;
import goku.query.SeriesReader;
import goku.query.SeriesSelection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/// The series that a `MemoryShard` selected.
final class MemorySelection implements SeriesSelection {
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Entry(String metric, int[] terms, SortedMap<Long, TypedValue> points) {}

  private final List<Entry> entries;
  private final List<String> metrics;
  private final Tag[] tags;
  private final Map<String, Integer> keys = new HashMap<>();

  MemorySelection(List<Entry> entries, Map<Tag, Integer> terms) {
    this.entries = entries;
    metrics = entries.stream().map(Entry::metric).distinct().toList();
    this.tags = new Tag[terms.size()];
    terms.forEach(
        (tag, term) -> {
          tags[term] = tag;
          keys.putIfAbsent(tag.key(), keys.size());
        });
  }

  @Override
  public int size() {
    return entries.size();
  }

  @Override
  public String metric(int position) {
    return entries.get(position).metric();
  }

  @Override
  public int metricTerm(int position) {
    return metrics.indexOf(metric(position));
  }

  @Override
  public int tagTerms(int position, int[] into) {
    int[] terms = entries.get(position).terms();
    if (terms.length <= into.length) {
      System.arraycopy(terms, 0, into, 0, terms.length);
    }
    return terms.length;
  }

  @Override
  public int keyOf(int term) {
    return keys.getOrDefault(tags[term].key(), -1);
  }

  @Override
  public Tag tag(int term) {
    return tags[term];
  }

  @Override
  public SeriesReader reader() {
    return (position, into) -> {
      into.clear();
      entries.get(position).points().forEach((time, value) -> value.addTo(into, time));
    };
  }

  @Override
  public void close() {}
}

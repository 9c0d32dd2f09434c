package goku.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.model.NameKind;
import goku.model.SeriesName;
import goku.model.Tag;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.query.SeriesFilter;
import goku.query.SeriesSelection;
import goku.query.ShardData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;

/// A shard as simple as can be: a sorted map of datapoints for each name. The reference for what
/// real shards answer, and their stand-in where a test is about something else.
public final class MemoryShard implements ShardData {
  private final ConcurrentMap<SeriesName, ConcurrentNavigableMap<Long, Double>> series =
      new ConcurrentHashMap<>();

  public void put(SeriesName name, long timestampMillis, double value) {
    series
        .computeIfAbsent(name, first -> new ConcurrentSkipListMap<>())
        .put(timestampMillis, value);
  }

  @Override
  public SeriesSelection select(SeriesFilter filter, TimeRange range) {
    Map<Tag, Integer> terms = new HashMap<>();
    List<MemorySelection.Entry> entries = new ArrayList<>();
    series.forEach(
        (name, points) -> {
          if (matches(filter, name)) {
            int[] ids =
                name.tags().stream()
                    .mapToInt(tag -> terms.computeIfAbsent(tag, first -> terms.size()))
                    .toArray();
            entries.add(
                new MemorySelection.Entry(
                    name.metric(),
                    ids,
                    points.subMap(range.startMillis(), true, range.endMillis(), true)));
          }
        });
    return new MemorySelection(entries, terms);
  }

  @Override
  public boolean knows(NameKind kind, String name) {
    return words(kind).contains(name);
  }

  @Override
  public List<String> suggest(NameKind kind, String prefix, int max) {
    return words(kind).stream().filter(word -> word.startsWith(prefix)).limit(max).toList();
  }

  private Set<String> words(NameKind kind) {
    Set<String> words =
        new TreeSet<>((a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8)));
    for (SeriesName name : series.keySet()) {
      switch (kind) {
        case METRIC -> words.add(name.metric());
        case TAG_KEY -> name.tags().forEach(tag -> words.add(tag.key()));
        case TAG_VALUE -> name.tags().forEach(tag -> words.add(tag.value()));
      }
    }
    return words;
  }

  private static boolean matches(SeriesFilter filter, SeriesName name) {
    if (filter.metric() != null && !filter.metric().equals(name.metric())) {
      return false;
    }
    Map<String, String> tags = new TreeMap<>();
    name.tags().forEach(tag -> tags.put(tag.key(), tag.value()));
    for (TagFilter one : filter.filters()) {
      String value = tags.get(one.key());
      if (value == null ? !one.matchesAbsent() : !one.matches(value)) {
        return false;
      }
    }
    return !filter.explicitTags()
        || tags.keySet()
            .equals(filter.filters().stream().map(TagFilter::key).collect(Collectors.toSet()));
  }
}

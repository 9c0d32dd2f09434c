package goku.testkit.shard;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.format.delete.DeleteReader;
import goku.format.delete.DeleteRecord;
import goku.model.Holes;
import goku.model.NameKind;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.Tag;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.query.DeleteOutcome;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import goku.query.shard.ShardData;
import goku.query.usage.ShardUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;

/// The simplest possible shard: a sorted map of datapoints for each name. Used as the reference for
/// real shards, and as their replacement in tests of other components.
public final class MemoryShard implements ShardData {
  private final String namespace;
  private final ConcurrentMap<SeriesName, Stored> series = new ConcurrentHashMap<>();
  private final Map<NameKind, NavigableSet<String>> words = new EnumMap<>(NameKind.class);
  private volatile long appliedOffset = Long.MAX_VALUE;
  private volatile Holes holes = Holes.NONE;
  private volatile DeleteOutcome deleteOutcome = DeleteOutcome.DONE;

  private record Stored(
      long hash, String metric, List<Tag> tags, ConcurrentNavigableMap<Long, TypedValue> points) {}

  public MemoryShard() {
    this("ns");
  }

  /// @param namespace the namespace to report in `usage`
  public MemoryShard(String namespace) {
    this.namespace = namespace;
    for (NameKind kind : NameKind.values()) {
      words.put(
          kind,
          new ConcurrentSkipListSet<>(
              (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8))));
    }
  }

  /// Stores a plain value.
  public void put(SeriesName name, long timestampMillis, double value) {
    put(name, timestampMillis, TypedValue.plain(value));
  }

  public void put(SeriesName name, long timestampMillis, TypedValue value) {
    series.computeIfAbsent(name, this::create).points().put(timestampMillis, value);
  }

  /// Removes the matching series' datapoints in the range, and series that have none left.
  public void delete(SeriesFilter filter, TimeRange range) {
    for (Stored one : series.values()) {
      if (matches(filter, one)) {
        one.points().subMap(range.startMillis(), true, range.endMillis(), true).clear();
      }
    }
    series.values().removeIf(one -> one.points().isEmpty());
    words.values().forEach(NavigableSet::clear);
    series.keySet().forEach(this::addWords);
  }

  @Override
  public DeleteOutcome delete(long madeMillis, byte[] delete) {
    DeleteRecord record = DeleteReader.read(delete);
    delete(
        new SeriesFilter(
            record.metric(), record.filters(), record.explicitTags(), record.nameHashes()),
        record.range());
    return deleteOutcome;
  }

  /// Sets the outcome that later deletes report.
  public void setDeleteOutcome(DeleteOutcome outcome) {
    deleteOutcome = outcome;
  }

  /// Sets the offset up to which the shard reports its log as applied.
  public void setAppliedOffset(long offset) {
    appliedOffset = offset;
  }

  /// Sets the times for which the shard reports missing datapoints.
  public void setHoles(Holes holes) {
    this.holes = holes;
  }

  private Stored create(SeriesName name) {
    addWords(name);
    return new Stored(name.hash(), name.metric(), name.tags(), new ConcurrentSkipListMap<>());
  }

  private void addWords(SeriesName name) {
    words(NameKind.METRIC).add(name.metric());
    for (Tag tag : name.tags()) {
      words(NameKind.TAG_KEY).add(tag.key());
      words(NameKind.TAG_VALUE).add(tag.value());
    }
  }

  @Override
  public long mostSeries(SeriesFilter filter) {
    return series.values().stream().filter(one -> matches(filter, one)).count();
  }

  @Override
  public SeriesSelection select(SeriesFilter filter, TimeRange range, Resolution resolution) {
    Map<Tag, Integer> terms = new HashMap<>();
    List<MemorySelection.Entry> entries = new ArrayList<>();
    for (Stored one : series.values()) {
      if (matches(filter, one)) {
        int[] ids =
            one.tags().stream()
                .mapToInt(tag -> terms.computeIfAbsent(tag, first -> terms.size()))
                .toArray();
        entries.add(
            new MemorySelection.Entry(
                one.metric(),
                ids,
                one.points().subMap(range.startMillis(), true, range.endMillis(), true)));
      }
    }
    return new MemorySelection(entries, terms);
  }

  @Override
  public boolean knows(NameKind kind, String name) {
    return words(kind).contains(name);
  }

  @Override
  public List<String> suggest(NameKind kind, String prefix, int max) {
    return words(kind).tailSet(prefix, true).stream()
        .takeWhile(word -> word.startsWith(prefix))
        .limit(max)
        .toList();
  }

  @Override
  public Holes holes(TimeRange range) {
    return holes.overlapping(range);
  }

  /// Returns the usage. Every timestamp counts, of any time, and takes 16 bytes.
  @Override
  public ShardUsage usage() {
    List<MemoryUsage.Counted> all = new ArrayList<>();
    series.values().stream()
        .filter(one -> !one.points().isEmpty())
        .map(one -> new MemoryUsage.Counted(one.metric(), one.tags(), one.points().size()))
        .forEach(all::add);
    return new MemoryUsage(namespace, all);
  }

  @Override
  public boolean awaitApplied(long offset, Duration timeout) {
    return offset <= appliedOffset;
  }

  private NavigableSet<String> words(NameKind kind) {
    return Objects.requireNonNull(words.get(kind));
  }

  private static boolean matches(SeriesFilter filter, Stored stored) {
    if (filter.nameHashes() != null && !filter.nameHashes().contains(stored.hash())) {
      return false;
    }
    if (filter.metric() != null && !filter.metric().equals(stored.metric())) {
      return false;
    }
    Map<String, String> tags = new TreeMap<>();
    stored.tags().forEach(tag -> tags.put(tag.key(), tag.value()));
    for (TagFilter one : filter.filters()) {
      String value = tags.get(one.key());
      if (value == null ? !one.matchesAbsent() : !one.matches(value)) {
        return false;
      }
    }
    return !filter.explicitTags()
        || tags.keySet()
            .equals(
                filter.filters().stream()
                    .filter(one -> !(one instanceof TagFilter.NotKey))
                    .map(TagFilter::key)
                    .collect(Collectors.toSet()));
  }
}

package goku.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.memory.Blocks;
import goku.memory.Reclaimer;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.Tag;
import goku.model.TagFilter;
import goku.testkit.memory.LeakCheck;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// An index in its own memory, with the expected results from a scan of all names.
final class IndexFixture implements AutoCloseable {
  final LeakCheck memory;
  final Reclaimer reclaimer = new Reclaimer();
  final Blocks blocks;
  final SeriesIndex index;

  IndexFixture(long budgetBytes) {
    this(budgetBytes, Long.MAX_VALUE);
  }

  IndexFixture(long budgetBytes, long heapLimitBytes) {
    this(budgetBytes, heapLimitBytes, IndexLimits.NONE);
  }

  IndexFixture(long budgetBytes, IndexLimits limits) {
    this(budgetBytes, Long.MAX_VALUE, limits);
  }

  private IndexFixture(long budgetBytes, long heapLimitBytes, IndexLimits limits) {
    memory = new LeakCheck(budgetBytes, heapLimitBytes);
    blocks = new Blocks(memory.pool(), memory.use());
    index = new SeriesIndex(blocks, memory.use(), reclaimer, limits);
  }

  int findOrAdd(String name) {
    return findOrAdd(hash(name), name);
  }

  static long hash(String name) {
    return SeriesName.ofCanonical(name.getBytes(UTF_8)).hash();
  }

  int findOrAdd(long hash, String name) {
    byte[] bytes = name.getBytes(UTF_8);
    int known = find(hash, bytes);
    return known != SeriesIndex.NONE ? known : index.add(hash, bytes, 0, bytes.length);
  }

  int find(String name) {
    return find(hash(name), name.getBytes(UTF_8));
  }

  private int find(long hash, byte[] name) {
    return index.find(hash, name, 0, name.length);
  }

  Set<String> search(SeriesFilter filter) {
    return search(filter, IndexSearch.FEW_SERIES);
  }

  /// @param few see `SeriesIndex.search`
  Set<String> search(SeriesFilter filter, int few) {
    var pin = reclaimer.pin();
    Set<String> names = new HashSet<>();
    for (int slot : index.search(filter, few)) {
      if (!names.add(name(slot))) {
        throw new AssertionError("twice: " + name(slot));
      }
    }
    pin.close();
    return names;
  }

  String name(int slot) {
    var name = new StringBuilder(index.terms().text(index.series().metric(slot)));
    for (int n = 0; n < index.series().tagCount(slot); n++) {
      name.append(' ').append(index.terms().text(index.series().tag(slot, n)));
    }
    return name.toString();
  }

  static Set<String> bruteForce(Collection<String> names, SeriesFilter filter) {
    Set<String> found = new HashSet<>();
    for (String name : names) {
      if (matches(SeriesName.ofCanonical(name.getBytes(UTF_8)), filter)) {
        found.add(name);
      }
    }
    return found;
  }

  private static boolean matches(SeriesName name, SeriesFilter filter) {
    if (filter.nameHashes() != null && !filter.nameHashes().contains(name.hash())) {
      return false;
    }
    if (filter.metric() != null && !filter.metric().equals(name.metric())) {
      return false;
    }
    Map<String, String> tags = new HashMap<>();
    for (Tag tag : name.tags()) {
      tags.put(tag.key(), tag.value());
    }
    Set<String> keys = new HashSet<>();
    for (TagFilter tagFilter : filter.filters()) {
      String value = tags.get(tagFilter.key());
      if (value == null ? !tagFilter.matchesAbsent() : !tagFilter.matches(value)) {
        return false;
      }
      if (!(tagFilter instanceof TagFilter.NotKey)) {
        keys.add(tagFilter.key());
      }
    }
    return !filter.explicitTags() || keys.equals(tags.keySet());
  }

  static List<String> names(int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add("m%d az=z%d host=h%d".formatted(i % 3, i % 5, i));
    }
    return names;
  }

  @Override
  public void close() {
    index.close();
    blocks.close();
    memory.close();
  }
}

package goku.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.memory.Purpose;
import goku.model.NameKind;
import goku.model.SeriesFilter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class IndexLoaderTest {
  private static final SeriesFilter ALL = new SeriesFilter(null, List.of(), false);

  @Property(tries = 200)
  void loadedIndexFindsTheSameAsAScanOfAllNames(
      @ForAll("names") Set<String> added,
      @ForAll("names") Set<String> first,
      @ForAll("names") Set<String> second,
      @ForAll("names") Set<String> gone,
      @ForAll("filters") List<SeriesFilter> filters) {
    try (var fixture = new IndexFixture(16 << 20)) {
      Set<String> names = new HashSet<>(added);
      added.forEach(fixture::findOrAdd);
      load(fixture, first);
      names.addAll(first);
      load(fixture, second);
      names.addAll(second);
      assertSame(fixture, names, filters);
      int[] slots =
          gone.stream().filter(names::contains).mapToInt(fixture::findOrAdd).sorted().toArray();
      fixture.index.evict(slots);
      names.removeAll(gone);
      assertSame(fixture, names, filters);
      gone.forEach(fixture::findOrAdd);
      names.addAll(gone);
      assertSame(fixture, names, filters);
    }
  }

  private static void assertSame(
      IndexFixture fixture, Set<String> names, List<SeriesFilter> filters) {
    assertThat(fixture.index.size()).isEqualTo(names.size());
    for (SeriesFilter filter : filters) {
      assertThat(fixture.search(filter)).isEqualTo(IndexFixture.bruteForce(names, filter));
    }
    Set<Long> hashes = names.stream().map(IndexFixture::hash).collect(Collectors.toSet());
    assertThat(fixture.search(SeriesFilter.ofNameHashes(hashes))).isEqualTo(names);
  }

  @Test
  void existingSeriesKeepsItsSlot() {
    try (var fixture = new IndexFixture(4 << 20)) {
      int known = fixture.findOrAdd("cpu az=a host=h");
      assertThat(load(fixture, Set.of("cpu az=a host=h"))).containsExactly(known);
      int[] slots = load(fixture, Set.of("cpu az=a host=i"));
      assertThat(load(fixture, Set.of("cpu az=a host=i"))).isEqualTo(slots);
      assertThat(fixture.findOrAdd("cpu az=a host=i")).isEqualTo(slots[0]);
      assertThat(fixture.index.size()).isEqualTo(2);
    }
  }

  @Test
  void seriesThatShareAHashAreToldApartByTheirTerms() {
    try (var fixture = new IndexFixture(4 << 20)) {
      IndexLoader loader = fixture.index.loader();
      int metric = loader.metric("cpu".getBytes(UTF_8));
      int a = loader.pair("host=a".getBytes(UTF_8));
      int b = loader.pair("host=b".getBytes(UTF_8));
      int first = loader.series(42, metric, new int[] {a}, 1);
      int second = loader.series(42, metric, new int[] {b}, 1);
      int third = loader.series(42, metric, new int[] {a, b}, 0);
      assertThat(Set.of(first, second, third)).hasSize(3);
      assertThat(loader.series(42, metric, new int[] {b}, 1)).isEqualTo(second);
      loader.finish();
      assertThat(fixture.findOrAdd(42, "cpu host=b")).isEqualTo(second);
      assertThat(fixture.search(ALL)).containsExactlyInAnyOrder("cpu", "cpu host=a", "cpu host=b");
    }
  }

  @Test
  void termsThatNoSeriesHasAreForgotten() {
    try (var fixture = new IndexFixture(4 << 20)) {
      long before = fixture.memory.use().bytes(Purpose.NAMES);
      IndexLoader loader = fixture.index.loader();
      loader.metric("unused".getBytes(UTF_8));
      loader.pair("key=value".getBytes(UTF_8));
      loader.pair("key=value".getBytes(UTF_8));
      int metric = loader.metric("used".getBytes(UTF_8));
      assertThat(loader.series(1, metric, new int[0], 0)).isNotNegative();
      loader.finish();
      assertThat(fixture.index.knows(NameKind.METRIC, "unused")).isFalse();
      assertThat(fixture.index.knows(NameKind.METRIC, "used")).isTrue();
      assertThat(fixture.index.knows(NameKind.TAG_KEY, "key")).isFalse();
      assertThat(fixture.index.knows(NameKind.TAG_VALUE, "value")).isFalse();
      assertThat(fixture.memory.use().bytes(Purpose.NAMES)).isGreaterThan(before);
      fixture.index.evict(new int[] {0});
    }
  }

  @Test
  void fullMemoryIsReportedAndLoadedSeriesStay() {
    try (var fixture = new IndexFixture(512 << 10)) {
      IndexLoader loader = fixture.index.loader();
      int metric = loader.metric("metric".getBytes(UTF_8));
      int loaded = 0;
      int slot = 0;
      while (slot >= 0) {
        int pair = loader.pair(("host=" + "x".repeat(500) + loaded).getBytes(UTF_8));
        if (pair == TermDictionary.NONE) {
          break;
        }
        slot = loader.series(loaded, metric, new int[] {pair}, 1);
        loaded += slot >= 0 ? 1 : 0;
      }
      loader.finish();
      assertThat(loaded).isPositive();
      assertThat(fixture.index.size()).isEqualTo(loaded);
      assertThat(fixture.search(new SeriesFilter("metric", List.of(), false))).hasSize(loaded);
    }
  }

  /// Returns the slots.
  private static int[] load(IndexFixture fixture, Set<String> names) {
    IndexLoader loader = fixture.index.loader();
    int[] slots = names.stream().mapToInt(name -> load(loader, name)).toArray();
    loader.finish();
    return slots;
  }

  private static int load(IndexLoader loader, String name) {
    String[] words = name.split(" ", -1);
    int metric = loader.metric(words[0].getBytes(UTF_8));
    int[] pairs = new int[words.length + 1];
    for (int n = 1; n < words.length; n++) {
      pairs[n - 1] = loader.pair(words[n].getBytes(UTF_8));
    }
    return loader.series(IndexFixture.hash(name), metric, pairs, words.length - 1);
  }

  @Provide
  Arbitrary<Set<String>> names() {
    return new IndexPropertyTest().names();
  }

  @Provide
  Arbitrary<List<SeriesFilter>> filters() {
    return new IndexPropertyTest().filters();
  }
}

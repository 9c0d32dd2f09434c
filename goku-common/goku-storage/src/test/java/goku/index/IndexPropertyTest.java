package goku.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.TagFilter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class IndexPropertyTest {
  @Property(tries = 300)
  void searchFindsTheSameAsAScanOfAllNames(
      @ForAll("names") Set<String> names,
      @ForAll("names") Set<String> gone,
      @ForAll("filters") List<SeriesFilter> filters) {
    try (var fixture = new IndexFixture(16 << 20)) {
      gone.removeAll(names);
      int[] slots = gone.stream().mapToInt(fixture::findOrAdd).sorted().toArray();
      List<String> all = List.copyOf(names);
      all.subList(0, all.size() / 2).forEach(fixture::findOrAdd);
      fixture.index.evict(slots); // merges the first half; the second half stays new
      all.forEach(fixture::findOrAdd);
      for (SeriesFilter filter : filters) {
        Set<String> wanted = IndexFixture.bruteForce(names, filter);
        for (int few : new int[] {0, 12, 1000}) {
          assertThat(fixture.search(filter, few)).isEqualTo(wanted);
        }
      }
    }
  }

  @Property(tries = 300)
  void searchByHashesFindsTheSameAsAScanOfAllNames(
      @ForAll("names") Set<String> names,
      @ForAll("names") Set<String> gone,
      @ForAll("names") Set<String> asked,
      @ForAll("filters") List<SeriesFilter> filters) {
    try (var fixture = new IndexFixture(16 << 20)) {
      gone.removeAll(names);
      int[] slots = gone.stream().mapToInt(fixture::findOrAdd).sorted().toArray();
      List<String> all = List.copyOf(names);
      all.subList(0, all.size() / 2).forEach(fixture::findOrAdd);
      fixture.index.evict(slots);
      all.forEach(fixture::findOrAdd);
      Set<Long> hashes = asked.stream().map(IndexFixture::hash).collect(Collectors.toSet());
      for (SeriesFilter words : filters) {
        var filter =
            new SeriesFilter(words.metric(), words.filters(), words.explicitTags(), hashes);
        assertThat(fixture.search(filter)).isEqualTo(IndexFixture.bruteForce(names, filter));
      }
      assertThat(fixture.search(SeriesFilter.ofNameHashes(hashes)))
          .isEqualTo(IndexFixture.bruteForce(names, SeriesFilter.ofNameHashes(hashes)));
    }
  }

  @Provide
  Arbitrary<Set<String>> names() {
    Arbitrary<Map<String, String>> tags =
        Arbitraries.maps(keys(), values()).ofMinSize(0).ofMaxSize(4);
    return Combinators.combine(metrics(), tags)
        .as((metric, pairs) -> SeriesName.of(metric, pairs).toString())
        .set()
        .ofMaxSize(150);
  }

  @Provide
  Arbitrary<List<SeriesFilter>> filters() {
    Arbitrary<TagFilter> literal =
        Combinators.combine(
                keys(),
                values().set().ofMinSize(1).ofMaxSize(3),
                Arbitraries.of(true, false),
                Arbitraries.of(true, false),
                Arbitraries.of(true, false))
            .as(TagFilter.LiteralOr::new);
    Arbitrary<TagFilter> regexp =
        Combinators.combine(keys(), Arbitraries.of("a", "^b", "[ab]$", "."))
            .as((key, text) -> new TagFilter.Regexp(key, Pattern.compile(text), false));
    Arbitrary<TagFilter> any = keys().map(key -> new TagFilter.AnyValue(key, true));
    Arbitrary<TagFilter> not = keys().map(TagFilter.NotKey::new);
    Arbitrary<TagFilter> filter = Arbitraries.oneOf(literal, literal, literal, regexp, any, not);
    return Combinators.combine(
            metrics().injectNull(0.2), filter.list().ofMaxSize(3), Arbitraries.of(true, false))
        .as(SeriesFilter::new)
        .list()
        .ofSize(5);
  }

  private static Arbitrary<String> metrics() {
    return Arbitraries.of("cpu", "mem", "unknown");
  }

  private static Arbitrary<String> keys() {
    return Arbitraries.of("host", "az", "os", "none");
  }

  private static Arbitrary<String> values() {
    return Arbitraries.of("a", "A", "b", "ab", "ba", "c", "");
  }
}

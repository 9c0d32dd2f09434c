package goku.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import goku.memory.Purpose;
import goku.model.NameKind;
import goku.model.SeriesFilter;
import goku.model.TagFilter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SeriesIndexTest {
  private static final SeriesFilter ALL = new SeriesFilter(null, List.of(), false);

  @Test
  void namesWithTheSameHashAreDifferentSeries() {
    try (var fixture = new IndexFixture(4 << 20)) {
      int first = fixture.findOrAdd(42, "cpu host=a");
      int second = fixture.findOrAdd(42, "cpu host=b");
      assertThat(first).isNotEqualTo(second);
      assertThat(fixture.findOrAdd(42, "cpu host=a")).isEqualTo(first);
      assertThat(fixture.findOrAdd(42, "cpu host=b")).isEqualTo(second);
      assertThat(fixture.search(ALL)).containsExactlyInAnyOrder("cpu host=a", "cpu host=b");
      fixture.index.evict(new int[] {first});
      assertThat(fixture.findOrAdd(42, "cpu host=b")).isEqualTo(second);
    }
  }

  @Test
  void aHashFindsAllSeriesThatShareIt() {
    try (var fixture = new IndexFixture(4 << 20)) {
      int first = fixture.findOrAdd(42, "cpu host=a");
      fixture.findOrAdd(42, "cpu host=b");
      fixture.findOrAdd(42 + (1L << 32), "cpu host=c"); // equal in the half that an entry has
      var filter = SeriesFilter.ofNameHashes(Set.of(42L));
      assertThat(fixture.search(filter)).containsExactlyInAnyOrder("cpu host=a", "cpu host=b");
      fixture.index.evict(new int[] {first});
      assertThat(fixture.search(filter)).containsExactly("cpu host=b");
    }
  }

  @Test
  void brokenNamesAreRefused() {
    try (var fixture = new IndexFixture(4 << 20)) {
      for (String name : List.of("", " ", "cpu ", "cpu host", "cpu =a", "cpu  host=a", " host=a")) {
        assertThat(fixture.findOrAdd(name)).as(name).isEqualTo(SeriesIndex.BAD_NAME);
      }
      assertThat(fixture.findOrAdd("cpu host=")).isNotNegative();
      assertThat(fixture.search(ALL)).containsExactly("cpu host=");
    }
  }

  @Test
  void allMemoryOfAnEvictedSeriesIsReturned() {
    try (var fixture = new IndexFixture(64 << 20)) {
      fixture.findOrAdd("keep az=z1 host=h1");
      for (int round = 0; round < 3; round++) {
        int[] slots = new int[5000];
        for (int i = 0; i < slots.length; i++) {
          slots[i] = fixture.findOrAdd("m%d az=z%d host=r%d-%d".formatted(i % 3, i % 5, round, i));
        }
        assertThat(fixture.index.size()).isEqualTo(5001);
        Arrays.sort(slots);
        long names = fixture.memory.use().bytes(Purpose.NAMES);
        fixture.index.evict(slots);
        assertThat(fixture.index.size()).isOne();
        assertThat(fixture.search(ALL)).containsExactly("keep az=z1 host=h1");
        assertThat(fixture.memory.use().bytes(Purpose.NAMES)).isLessThan(names - 5000 * 12);
        assertThat(fixture.index.knows(NameKind.METRIC, "m1")).isFalse();
        assertThat(fixture.index.knows(NameKind.TAG_VALUE, "z1")).isTrue();
        assertThat(fixture.index.knows(NameKind.TAG_VALUE, "z2")).isFalse();
        assertThat(fixture.index.suggest(NameKind.TAG_VALUE, "", 10)).containsExactly("h1", "z1");
      }
      assertThat(fixture.index.slotLimit()).isEqualTo(5001);
    }
  }

  @Test
  void nextSeriesAfterTheLastFoundOneIsNotFoundOnceEvicted() {
    try (var fixture = new IndexFixture(4 << 20)) {
      int first = fixture.findOrAdd("cpu host=a");
      int second = fixture.findOrAdd("cpu host=b");
      assertThat(second).isEqualTo(first + 1);
      assertThat(fixture.find("cpu host=a")).isEqualTo(first);
      assertThat(fixture.find("cpu host=b")).isEqualTo(second);
      var pin = fixture.reclaimer.pin();
      fixture.index.evict(new int[] {second});
      assertThat(fixture.find("cpu host=a")).isEqualTo(first);
      assertThat(fixture.find("cpu host=b")).as("its record is still read").isNegative();
      pin.close();
      fixture.reclaimer.collect();
      assertThat(fixture.findOrAdd("cpu host=c")).isEqualTo(second);
      assertThat(fixture.find("cpu host=a")).isEqualTo(first);
      assertThat(fixture.find("cpu host=b")).isNegative();
    }
  }

  @Test
  void slotOfAnEvictedSeriesIsNotReusedWhileAReaderMayKnowIt() {
    try (var fixture = new IndexFixture(4 << 20)) {
      int slot = fixture.findOrAdd("old host=a");
      var pin = fixture.reclaimer.pin();
      fixture.index.evict(new int[] {slot});
      for (int i = 0; i < 100; i++) {
        assertThat(fixture.findOrAdd("new host=" + i)).isNotEqualTo(slot);
      }
      assertThat(fixture.name(slot)).isEqualTo("old host=a");
      pin.close();
      fixture.reclaimer.collect();
      assertThat(fixture.findOrAdd("new host=100")).isEqualTo(slot);
    }
  }

  @Test
  void newSeriesIsRefusedWithoutTraceWhenMemoryIsFull() {
    try (var fixture = new IndexFixture(512 << 10)) {
      int i = 0;
      while (fixture.findOrAdd("metric%d host=%s".formatted(i, "x".repeat(500))) >= 0) {
        i++;
      }
      int refused = i;
      assertThat(refused).isPositive();
      assertThat(fixture.index.size()).isEqualTo(refused);
      long used = fixture.memory.use().bytes(Purpose.NAMES);
      assertThat(fixture.findOrAdd("metric%d host=%s".formatted(i, "y".repeat(500))))
          .isEqualTo(SeriesIndex.NO_MEMORY);
      assertThat(fixture.memory.use().bytes(Purpose.NAMES)).isEqualTo(used);
      assertThat(fixture.index.knows(NameKind.METRIC, "metric" + refused)).isFalse();
      assertThat(fixture.findOrAdd("metric0 host=" + "x".repeat(500))).isNotNegative();
    }
  }

  @Test
  void refusesNewSeriesWhenTheIndexFillsItsShareOfTheHeap() {
    try (var fixture = new IndexFixture(16 << 20, 512 << 10)) {
      int added = 0;
      while (fixture.findOrAdd("metric host=" + added) >= 0) {
        added++;
      }
      assertThat(fixture.memory.use().bytes(Purpose.INDEX)).isGreaterThanOrEqualTo(512 << 10);
      assertThat(fixture.findOrAdd("metric host=" + added)).isEqualTo(SeriesIndex.NO_MEMORY);
      assertThat(fixture.findOrAdd("metric host=0")).isNotNegative();
    }
  }

  @Test
  void suggestsInByteOrderUpToTheLimit() {
    try (var fixture = new IndexFixture(4 << 20)) {
      for (String name : List.of("b x=1", "a.b x=2", "a.c y=1", "a.\u00fc z=10", "c x=1")) {
        fixture.findOrAdd(name);
      }
      assertThat(fixture.index.suggest(NameKind.METRIC, "a.", 10))
          .containsExactly("a.b", "a.c", "a.\u00fc");
      assertThat(fixture.index.suggest(NameKind.METRIC, "", 2)).containsExactly("a.b", "a.c");
      assertThat(fixture.index.suggest(NameKind.TAG_KEY, "", 9)).containsExactly("x", "y", "z");
      assertThat(fixture.index.suggest(NameKind.TAG_VALUE, "1", 9)).containsExactly("1", "10");
      assertThat(fixture.index.suggest(NameKind.TAG_VALUE, "1", 0)).isEmpty();
    }
  }

  @Test
  void searchesAreCompleteWhileSeriesComeAndGo() {
    try (var fixture = new IndexFixture(64 << 20)) {
      List<String> names = IndexFixture.names(20_000);
      var added = new AtomicInteger();
      var filter =
          new SeriesFilter(
              "m1",
              List.of(
                  new TagFilter.LiteralOr("az", Set.of("z1", "z3"), false, false, true),
                  new TagFilter.Regexp("host", Pattern.compile("[02468]$"), true)),
              false);
      var writing = CompletableFuture.runAsync(() -> addAndEvict(fixture, names, added));
      int before = 0;
      while (!writing.isDone()) {
        before = added.get();
        Set<String> found = fixture.search(filter);
        int after = added.get() + 1;
        assertThat(found)
            .containsAll(IndexFixture.bruteForce(names.subList(0, before), filter))
            .isSubsetOf(
                IndexFixture.bruteForce(names.subList(0, Math.min(after, names.size())), filter));
      }
      writing.join();
      assertThat(fixture.search(filter)).isEqualTo(IndexFixture.bruteForce(names, filter));
    }
  }

  private static void addAndEvict(IndexFixture fixture, List<String> names, AtomicInteger added) {
    List<Integer> passing = new ArrayList<>();
    for (String name : names) {
      assertThat(fixture.findOrAdd(name)).isNotNegative();
      added.incrementAndGet();
      passing.add(fixture.findOrAdd("m1 az=z1 passing=" + name.length() + added.get()));
      if (passing.size() == 3000) {
        fixture.index.evict(passing.stream().mapToInt(slot -> slot).sorted().toArray());
        passing.clear();
      }
    }
    assertThat(new HashSet<>(passing)).hasSameSizeAs(passing);
  }
}

package goku.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.NameKind;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.Tag;
import goku.model.TimeRange;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import goku.query.shard.ShardData;
import goku.testkit.shard.MemoryShard;
import goku.testkit.shard.TypedValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LastPointSearchTest {
  private static final long HOUR = Duration.ofHours(1).toMillis();

  /// Timestamp of 11:59:59.999 on some day, in milliseconds.
  private static final long END = Duration.ofDays(20_000).toMillis() + 12 * HOUR - 1;

  private static final SeriesFilter CPU = new SeriesFilter("cpu", List.of(), false);

  private final MemoryShard shard = new MemoryShard();

  @Test
  void findsTheLastDatapointHoweverFarBackItLies() throws Exception {
    Map<String, Long> hoursBack =
        Map.of("now", 0L, "past", 1L, "late", 5L, "day", 24L, "year", 8760L);
    hoursBack.forEach(
        (host, back) -> {
          put(host, END - back * HOUR - 1000, 1);
          put(host, END - back * HOUR, 2.5);
        });
    assertThat(search(9000 * HOUR, 100))
        .hasSize(5)
        .allSatisfy(
            point -> {
              long back = hoursBack.getOrDefault(host(point), -1L);
              assertThat(point.timestampMillis()).isEqualTo(END - back * HOUR);
              assertThat(point.value()).isEqualTo(2.5);
            });
  }

  @Test
  void leavesOutDatapointsOutsideTheRange() throws Exception {
    put("before", END - HOUR, 1);
    put("first", END - HOUR + 1, 1);
    put("after", END + 1, 1);
    assertThat(search(HOUR - 1, 100)).extracting(LastPointSearchTest::host).containsOnly("first");
  }

  @Test
  void decodesOnlyTheNewestBucketOfAnActiveSeries() throws Exception {
    for (int i = 0; i < 1000; i++) {
      put("a", END - i * HOUR / 4, i);
      put("b", END - i * HOUR / 4, i);
    }
    var watched = new WatchedShard(shard);
    var search = new LastPointSearch(query(9000 * HOUR, 100));
    search.search(watched);
    assertThat(search.found().points()).hasSize(2);
    assertThat(watched.selected)
        .containsExactly(
            new TimeRange(END - 9000 * HOUR, END), new TimeRange(END + 1 - 2 * HOUR, END));
  }

  @Test
  void aRangeOfYearsNeedsFewWindows() throws Exception {
    put("old", 1, 1);
    var watched = new WatchedShard(shard);
    var search = new LastPointSearch(new LastQuery(CPU, new TimeRange(0, END), 100));
    search.search(watched);
    assertThat(search.found().points()).hasSize(1);
    assertThat(watched.selected).hasSizeLessThan(20);
  }

  @Test
  void theLaterDatapointOfTwoShardsCounts() throws Exception {
    var other = new MemoryShard();
    put("a", END - HOUR, 1);
    other.put(SeriesName.of("cpu", Map.of("host", "a")), END, 2);
    for (List<MemoryShard> order : List.of(List.of(shard, other), List.of(other, shard))) {
      var search = new LastPointSearch(query(HOUR, 2));
      for (MemoryShard one : order) {
        search.search(one);
      }
      assertThat(search.found().points()).extracting(LastPoint::value).containsExactly(2.0);
    }
  }

  @Test
  void aValueKeepsItsType() throws Exception {
    put("wide", "9007199254740993");
    put("whole", "20");
    put("fraction", "20.5");
    put("double", "20.0");
    Map<String, String> shown =
        search(HOUR, 100).stream()
            .collect(Collectors.toMap(LastPointSearchTest::host, this::shown));
    assertThat(shown)
        .isEqualTo(
            Map.of(
                "wide", "9007199254740993",
                "whole", "20",
                "fraction", "20.5",
                "double", "20.0"));
  }

  private String shown(LastPoint point) {
    return point.isInteger() ? Long.toString(point.integer()) : Double.toString(point.value());
  }

  private void put(String host, String value) {
    shard.put(SeriesName.of("cpu", Map.of("host", host)), END, TypedValue.parsed(value));
  }

  @Test
  void theSearchEndsAtTheMaximumNumberOfSeries() throws Exception {
    for (int i = 0; i < 10; i++) {
      put("host" + i, END - i * HOUR, i);
    }
    assertThat(search(20 * HOUR, 4)).hasSize(4);
  }

  @Test
  void anInterruptEndsTheSearch() {
    put("a", END, 1);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> search(HOUR, 1)).isInstanceOf(InterruptedException.class);
  }

  private List<LastPoint> search(long lengthMillis, long maxSeries) throws InterruptedException {
    var search = new LastPointSearch(query(lengthMillis, maxSeries));
    search.search(shard);
    return search.found().points();
  }

  private static LastQuery query(long lengthMillis, long maxSeries) {
    return new LastQuery(CPU, new TimeRange(END - lengthMillis, END), maxSeries);
  }

  private void put(String host, long timestampMillis, double value) {
    shard.put(SeriesName.of("cpu", Map.of("host", host)), timestampMillis, value);
  }

  private static String host(LastPoint point) {
    return point.series().tags().stream().map(Tag::value).findFirst().orElse("");
  }

  /// A shard that records the requested ranges.
  private static final class WatchedShard implements ShardData {
    private final ShardData shard;
    private final List<TimeRange> selected = new ArrayList<>();

    WatchedShard(ShardData shard) {
      this.shard = shard;
    }

    @Override
    public SeriesSelection select(SeriesFilter filter, TimeRange range, Resolution resolution) {
      selected.add(range);
      return shard.select(filter, range, resolution);
    }

    @Override
    public boolean knows(NameKind kind, String name) {
      return shard.knows(kind, name);
    }

    @Override
    public List<String> suggest(NameKind kind, String prefix, int max) {
      return shard.suggest(kind, prefix, max);
    }

    @Override
    public boolean awaitApplied(long offset, Duration timeout) throws InterruptedException {
      return shard.awaitApplied(offset, timeout);
    }
  }
}

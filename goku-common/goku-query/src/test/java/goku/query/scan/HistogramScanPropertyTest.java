package goku.query.scan;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.HistogramMetric;
import goku.model.PointBuffer;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.Tag;
import goku.model.TimeRange;
import goku.model.histogram.HistogramShape;
import goku.model.histogram.HistogramSum;
import goku.model.histogram.Histograms;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Grouping;
import goku.query.Interval;
import goku.query.NodeQuery;
import goku.query.QueryWindow;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.histogram.HistogramSums;
import goku.query.merge.GroupResult;
import goku.testkit.shard.MemoryShard;
import goku.testkit.shard.RandomHistograms;
import goku.testkit.shard.TypedValue;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/// A property test that the sums of histograms are those of a plain loop over all histograms,
/// however series are spread over shards and nodes, and their times over stores.
class HistogramScanPropertyTest {
  private static final long HOUR = 3_600_000;

  /// A time between two stores.
  private static final long BETWEEN = 2 * HOUR + 7;

  private record Stored(int series, long time, TypedValue value) {}

  @Property(tries = 300)
  void everyDistributionGivesTheSumsOfAllHistograms(
      @ForAll long seed, @ForAll @IntRange(max = 4) int form, @ForAll boolean grouped)
      throws InterruptedException {
    var random = new Random(seed);
    List<Stored> all = histograms(random, random.nextInt(1, 30));
    NodeQuery query = query(random, form, grouped);
    Map<String, Map<Long, String>> expected = expected(all, query);
    var one = new MemoryShard();
    List<MemoryShard> many = IntStream.range(0, 5).mapToObj(i -> new MemoryShard()).toList();
    for (Stored stored : all) {
      put(one, stored);
      put(many.get(stored.series() % 3 + (stored.time() < BETWEEN ? 0 : 2)), stored);
    }
    try (var single = new Engine(List.of(List.of(one)));
        var spread =
            new Engine(List.of(many.subList(0, 2), many.subList(2, 3), many.subList(3, 5)))) {
      assertThat(shown(single.answer(query))).isEqualTo(expected);
      assertThat(shown(spread.answer(query))).isEqualTo(expected);
      assertThat(single.memory.heldBytes()).isZero();
      assertThat(spread.memory.heldBytes()).isZero();
    }
  }

  /// Returns histograms of series that mostly have the same times.
  private static List<Stored> histograms(Random random, int series) {
    var generator = RandomHistograms.of(random);
    List<Stored> all = new ArrayList<>();
    for (int i = 0; i < series; i++) {
      HistogramShape shape = generator.shape();
      long offset = random.nextInt(3) == 0 ? random.nextLong(60_000) : 0;
      for (long time = offset; time < 5 * HOUR; time += 60_000L * random.nextInt(1, 20)) {
        var store = new Histograms();
        boolean other = random.nextInt(5) == 0;
        int handle = generator.addTo(store, other ? generator.shape() : shape);
        all.add(new Stored(i, time, TypedValue.histogram(store, handle)));
      }
    }
    return all;
  }

  private static NodeQuery query(Random random, int form, boolean grouped) {
    long start = random.nextLong(2 * HOUR);
    var range = new TimeRange(start, start + random.nextLong(1, 3 * HOUR));
    Interval interval = interval(random, form, range);
    var downsample =
        interval == null ? null : new Downsample(interval, Aggregator.SUM, FillPolicy.ZERO);
    var window = QueryWindow.of(range, downsample);
    Aggregator aggregator = random.nextInt(4) == 0 ? Aggregator.NONE : Aggregator.SUM;
    return new NodeQuery(
        new SeriesFilter(HistogramMetric.of("m"), List.of(), false),
        new SeriesStages(downsample, null, window),
        new Grouping(grouped ? Set.of("dc") : Set.of(), aggregator, false, window, true),
        false,
        new Resolution(Resolution.Value.SUM, 0));
  }

  private static @Nullable Interval interval(Random random, int form, TimeRange range) {
    return switch (form) {
      case 0 -> null;
      case 1 -> new Interval.Everything();
      case 2 ->
          new Interval.Calendar(7, ChronoUnit.MINUTES, ZoneId.of("Asia/Kathmandu"), 7 * 60_000);
      case 3 -> new Interval.Aligned(420_000, range.startMillis());
      default -> new Interval.Fixed(random.nextLong(1, 900) * 1000);
    };
  }

  private static SeriesName name(int series) {
    return SeriesName.of(
        HistogramMetric.of("m"), Map.of("host", "h" + series, "dc", "d" + series % 3));
  }

  private static void put(MemoryShard shard, Stored stored) {
    shard.put(name(stored.series()), stored.time(), stored.value());
  }

  private static Map<String, Map<Long, String>> expected(List<Stored> all, NodeQuery query) {
    Map<String, Map<Long, HistogramSum>> groups = new TreeMap<>();
    Map<String, Set<String>> hosts = new TreeMap<>();
    for (Stored stored : all) {
      TimeRange read = query.stages().window().read();
      if (!read.contains(stored.time())) {
        continue;
      }
      String group = group(stored.series(), query);
      hosts.computeIfAbsent(group, _ -> new TreeSet<>()).add("h" + stored.series());
      Map<Long, HistogramSum> sums = groups.computeIfAbsent(group, _ -> new TreeMap<>());
      Long slot = slot(stored.time(), query);
      if (slot != null) {
        var points = new PointBuffer();
        stored.value().addTo(points, 0);
        sums.computeIfAbsent(slot, _ -> new HistogramSum())
            .add(points.histograms(), points.histogram(0));
      }
    }
    Map<String, Map<Long, String>> shown = new TreeMap<>();
    groups.forEach(
        (group, sums) -> {
          Map<Long, String> each = new TreeMap<>();
          sums.forEach((time, sum) -> each.put(time, shown(sum)));
          shown.put(String.valueOf(hosts.get(group)), each);
        });
    return shown;
  }

  private static String group(int series, NodeQuery query) {
    if (query.grouping().aggregator() == Aggregator.NONE) {
      return "h" + series;
    }
    return query.grouping().by().isEmpty() ? "all" : "d" + series % 3;
  }

  /// Returns the time in the answer; null for histograms that are not in it.
  private static @Nullable Long slot(long time, NodeQuery query) {
    TimeRange range = query.stages().window().range();
    Downsample downsample = query.stages().downsample();
    return switch (downsample == null ? null : downsample.interval()) {
      case null -> range.contains(time) ? time : null;
      case Interval.Everything all ->
          time >= range.startMillis() && time < range.endMillis() ? range.startMillis() : null;
      case Interval.Steps steps -> range.contains(steps.floor(time)) ? steps.floor(time) : null;
    };
  }

  private static Map<String, Map<Long, String>> shown(List<GroupResult> groups) {
    Map<String, Map<Long, String>> shown = new TreeMap<>();
    for (GroupResult group : groups) {
      Map<Long, String> each = new TreeMap<>();
      HistogramSums sums = group.histograms();
      for (int slot = 0; sums != null && slot < sums.size(); slot++) {
        each.put(sums.time(slot), shown(sums.sum(slot)));
      }
      assertThat(shown.put(name(group), each)).as("a group twice").isNull();
    }
    return shown;
  }

  /// Returns the name of the group: the hosts of its series.
  private static String name(GroupResult group) {
    return group.members().stream()
        .flatMap(List::stream)
        .filter(tag -> tag.key().equals("host"))
        .map(Tag::value)
        .sorted()
        .distinct()
        .toList()
        .toString();
  }

  private static String shown(HistogramSum sum) {
    var store = new Histograms();
    return HexFormat.of().formatHex(store.bytes(sum.addTo(store)));
  }
}

package goku.query.merge;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Tag;
import goku.model.TimeRange;
import goku.query.Aggregator;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Interval;
import goku.query.PointBuffer;
import goku.query.QueryWindow;
import goku.query.RateOptions;
import goku.query.SeriesPartial;
import goku.query.SeriesPipeline;
import goku.query.SeriesStages;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/// Random series of random times, against a calculation that knows no cursors, no order and no
/// shards.
class MergePropertyTest {
  private static final TimeRange RANGE = new TimeRange(3_600_000, 7_200_000);

  @Property(tries = 200)
  void sumIsTheSumOfTheValuesOfEachSeriesAtEachTime(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int count) {
    List<Map<Long, Double>> series = random(seed, count);
    AggregatedPoints points = merge(partials(series, identity()), Aggregator.SUM);
    Map<Long, Double> expected = new TreeMap<>();
    for (long time : times(series)) {
      double sum = 0;
      for (Map<Long, Double> one : series) {
        sum += at(new TreeMap<>(one), time);
      }
      expected.put(time, sum);
    }
    assertThat(points.size()).isEqualTo(expected.size());
    for (int i = 0; i < points.size(); i++) {
      assertThat(points.doubleValue(i)).isEqualTo(expected.get(points.timestamp(i)));
    }
  }

  @Property(tries = 200)
  void theOrderInWhichSeriesComeDoesNotMatter(@ForAll long seed, @ForAll Aggregator aggregator) {
    List<SeriesPartial> series = partials(random(seed, 9), identity());
    List<SeriesPartial> shuffled = new ArrayList<>(series);
    Collections.shuffle(shuffled, new Random(seed + 1));
    assertThat(shown(merge(shuffled, aggregator))).isEqualTo(shown(merge(series, aggregator)));
  }

  @Property(tries = 200)
  void seriesCutInTwoAreJoinedBeforeTheirStages(
      @ForAll long seed, @ForAll boolean rate, @ForAll FillPolicy fill) {
    var downsample = new Downsample(new Interval.Fixed(300_000), Aggregator.AVG, fill);
    var stages =
        new SeriesStages(
            downsample, rate ? RateOptions.PLAIN : null, QueryWindow.of(RANGE, downsample));
    List<Map<Long, Double>> series = random(seed, 5);
    List<SeriesPartial> parts = new ArrayList<>();
    long cut = 5_400_123;
    parts.addAll(partials(series.stream().map(one -> part(one, 0, cut)).toList(), stages.none()));
    parts.addAll(
        partials(
            series.stream().map(one -> part(one, cut, Long.MAX_VALUE)).toList(), stages.none()));
    var merger = new SeriesMerger(new Grouping(Set.of(), Aggregator.SUM, rate, stages.window()));
    assertThat(shown(merger.mergeParts(parts, stages).getFirst().points()))
        .isEqualTo(shown(merger.merge(partials(series, stages)).getFirst().points()));
  }

  private static AggregatedPoints merge(List<SeriesPartial> series, Aggregator aggregator) {
    var grouping = new Grouping(Set.of(), aggregator, false, identity().window());
    return new SeriesMerger(grouping).merge(series).getFirst().points();
  }

  private static List<String> shown(AggregatedPoints points) {
    return IntStream.range(0, points.size())
        .mapToObj(i -> points.timestamp(i) + "=" + Double.toHexString(points.doubleValue(i)))
        .toList();
  }

  private static SeriesStages identity() {
    return new SeriesStages(null, null, QueryWindow.of(RANGE, null));
  }

  private static List<Map<Long, Double>> random(long seed, int count) {
    var random = new Random(seed);
    List<Map<Long, Double>> series = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<Long, Double> points = new TreeMap<>();
      for (int n = random.nextInt(1, 40); n > 0; n--) {
        points.put(3_600_000 + random.nextLong(360) * 20_000, random.nextGaussian());
      }
      series.add(points);
    }
    return series;
  }

  private static List<SeriesPartial> partials(List<Map<Long, Double>> series, SeriesStages stages) {
    var pipeline = new SeriesPipeline(stages);
    List<SeriesPartial> partials = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      var points = new PointBuffer();
      series.get(i).forEach(points::add);
      if (points.size() > 0) {
        partials.add(pipeline.apply(List.of(new Tag("n", "%03d".formatted(i))), points));
      }
    }
    return partials;
  }

  private static Map<Long, Double> part(Map<Long, Double> points, long from, long to) {
    return new TreeMap<>(points).subMap(from, to);
  }

  private static Set<Long> times(List<Map<Long, Double>> series) {
    Set<Long> times = new TreeSet<>();
    series.forEach(one -> times.addAll(one.keySet()));
    times.removeIf(time -> !RANGE.contains(time));
    return times;
  }

  private static double at(NavigableMap<Long, Double> points, long time) {
    var before = points.floorEntry(time);
    var after = points.ceilingEntry(time);
    if (before == null || after == null) {
      return 0;
    }
    if (before.getKey() == time) {
      return before.getValue();
    }
    return before.getValue()
        + (time - before.getKey())
            * (after.getValue() - before.getValue())
            / (after.getKey() - before.getKey());
  }
}

package goku.compactor.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import goku.compactor.fixture.NaiveRollups;
import goku.compactor.fixture.RandomSeries;
import goku.compactor.fixture.TestSeries;
import goku.model.PointBuffer;
import java.util.List;
import java.util.SortedMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class RollupsPropertyTest {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final long WINDOW = 6 * HOUR;

  /// Covers times before 1970 too.
  @Property
  void rollupsEqualASimpleModel(
      @ForAll long seed, @ForAll @LongRange(min = -3, max = 80_000) long window) {
    TestSeries series = series(seed, window);
    assertThat(ofRaw(series, 15 * MINUTE).rollups())
        .isEqualTo(NaiveRollups.of(series.raw(), 15 * MINUTE));
  }

  @Property
  void partsOfASeriesGiveTheSameAsTheWhole(@ForAll long seed) {
    TestSeries series = series(seed, 1);
    var points = series.points();
    var rollups = new RollupBuffer();
    int middle = points.firstAtOrAfter(WINDOW + WINDOW / 2);
    Rollups.ofRaw(points, 0, middle, HOUR, rollups);
    Rollups.ofRaw(points, middle, points.size(), HOUR, rollups);
    assertThat(TestSeries.of(new PointBuffer(), rollups)).isEqualTo(ofRaw(series, HOUR));
  }

  @Property
  void rollupsOfRollupsEqualThoseOfTheDatapoints(@ForAll long seed) {
    TestSeries series = series(seed, 5);
    var finer = new RollupBuffer();
    ofRaw(series, 15 * MINUTE).appendTo(finer);
    var coarser = new RollupBuffer();
    Rollups.ofRollups(finer, HOUR, coarser);
    assertSameButForRounding(
        TestSeries.of(new PointBuffer(), coarser).rollups(),
        NaiveRollups.of(series.raw(), HOUR),
        series);
  }

  private static void assertSameButForRounding(
      SortedMap<Long, List<Double>> found, SortedMap<Long, List<Double>> wanted, TestSeries of) {
    assertThat(found.keySet()).isEqualTo(wanted.keySet());
    wanted.forEach(
        (time, rollup) -> {
          List<Double> composed = found.getOrDefault(time, List.of());
          assertThat(composed.subList(1, 4)).isEqualTo(rollup.subList(1, 4));
          double sum = rollup.getFirst();
          if (Double.isFinite(sum) && Double.isFinite(composed.getFirst())) {
            assertThat(composed.getFirst()).isCloseTo(sum, within(roundings(of, time)));
          }
        });
  }

  /// Returns one unit in the last place of the sum of all magnitudes for each datapoint of the
  /// hour.
  private static double roundings(TestSeries series, long hour) {
    var inside = series.raw().subMap(hour, hour + HOUR).values();
    double magnitudes = inside.stream().mapToDouble(Math::abs).filter(Double::isFinite).sum();
    return inside.size() * Math.ulp(Math.min(magnitudes, Double.MAX_VALUE));
  }

  private static TestSeries series(long seed, long window) {
    return TestSeries.ofRaw(new RandomSeries(seed).points(window * WINDOW, (window + 1) * WINDOW));
  }

  private static TestSeries ofRaw(TestSeries series, long intervalMillis) {
    var points = series.points();
    var rollups = new RollupBuffer();
    Rollups.ofRaw(points, 0, points.size(), intervalMillis, rollups);
    return TestSeries.of(new PointBuffer(), rollups);
  }
}

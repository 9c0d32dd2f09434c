package goku.query.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.PointBuffer;
import goku.model.TimeRange;
import goku.model.ValueType;
import goku.model.histogram.FixedShape;
import goku.model.histogram.HistogramShape;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Interval;
import goku.query.QueryWindow;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.testkit.shard.RandomHistograms;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HistogramSumsTest {
  private static final long DAY = 86_400_000;

  private final Random random = new Random(3);

  private static SeriesStages stages(long start, long end, @Nullable Interval interval) {
    var downsample =
        interval == null ? null : new Downsample(interval, Aggregator.SUM, FillPolicy.NONE);
    var range = new TimeRange(start, end);
    return new SeriesStages(downsample, null, QueryWindow.of(range, downsample));
  }

  private static HistogramShape fixed(int ranges) {
    float[] lower = new float[ranges];
    float[] upper = new float[ranges];
    for (int i = 0; i < ranges; i++) {
      lower[i] = i;
      upper[i] = i + 1;
    }
    return FixedShape.of(lower, upper);
  }

  private static PointBuffer series(HistogramShape shape, long... times) {
    var points = new PointBuffer();
    for (long time : times) {
      int handle = points.histograms().add(shape);
      points.histograms().words()[handle + 1 + FixedShape.UNDERFLOW] = 1;
      points.addHistogram(time, handle);
    }
    return points;
  }

  private static List<String> shown(HistogramSums sums) {
    List<String> shown = new ArrayList<>();
    for (int slot = 0; slot < sums.size(); slot++) {
      shown.add(sums.time(slot) + "=" + sums.sum(slot).count(FixedShape.UNDERFLOW));
    }
    return shown;
  }

  @Test
  void slotsAreTheTimesOfAllSeriesInTheRange() {
    var adder = new HistogramAdder(stages(20, 60, null), _ -> {});
    var sums = new HistogramSums();
    adder.add(series(fixed(1), 10, 20, 30, 60, 61), sums);
    adder.add(series(fixed(2), 15, 25, 30, 40), sums);
    adder.add(series(fixed(1), 5), sums);
    adder.add(series(fixed(1), 70), sums);
    assertThat(shown(sums)).containsExactly("20=1", "25=1", "30=2", "40=1", "60=1");
  }

  @Test
  void partsMergeByTime() {
    var adder = new HistogramAdder(stages(0, 100, null), _ -> {});
    var sums = new HistogramSums();
    adder.add(series(fixed(1), 10, 30), sums);
    var later = new HistogramSums();
    adder.add(series(fixed(2), 5, 20, 30, 40), later);
    sums.merge(later, _ -> {});
    sums.merge(new HistogramSums(), _ -> {});
    assertThat(shown(sums)).containsExactly("5=1", "10=1", "20=1", "30=2", "40=1");
  }

  /// Steps of 50 days are counted from the beginning of the year, so that the last one of a year is
  /// short. The step of a histogram must not depend on the part of its series that is read.
  @Test
  void stepsOfTheCalendarDoNotDependOnOtherHistograms() {
    long start = Instant.parse("2024-11-01T00:00:00Z").toEpochMilli();
    var steps = new Interval.Calendar(50, ChronoUnit.DAYS, ZoneOffset.UTC, 50 * DAY);
    var adder = new HistogramAdder(stages(start, start + 200 * DAY, steps), _ -> {});
    long[] times = new long[120];
    for (int i = 0; i < times.length; i++) {
      times[i] = start + i * DAY;
    }
    var whole = new HistogramSums();
    adder.add(series(fixed(1), times), whole);
    assertThat(whole.time(1)).isEqualTo(Instant.parse("2025-01-01T00:00:00Z").toEpochMilli());
    var parts = new HistogramSums();
    for (long time : times) {
      var part = new HistogramSums();
      adder.add(series(fixed(1), time), part);
      parts.merge(part, _ -> {});
    }
    assertThat(shown(parts)).isEqualTo(shown(whole));
  }

  @Test
  void memoryIsCountedBeforeItIsAllocated() {
    for (boolean exponential : new boolean[] {false, true}) {
      long[] counted = new long[1];
      var sums = new HistogramSums(bytes -> counted[0] += bytes);
      var adder = new HistogramAdder(stages(0, 1000, null), _ -> {});
      var generator = new RandomHistograms(random, exponential);
      for (int i = 0; i < 100; i++) {
        var points = new PointBuffer();
        for (int time = random.nextInt(10); time < 1000; time += random.nextInt(1, 100)) {
          points.addHistogram(time, generator.addTo(points.histograms()));
        }
        adder.add(points, sums);
        assertThat(counted[0]).isGreaterThanOrEqualTo(sums.heldBytes());
      }
      assertThat(counted[0]).isLessThan(4 * sums.heldBytes());
    }
  }

  @Test
  void refusedMemoryStopsTheSum() {
    var sums =
        new HistogramSums(
            bytes -> {
              if (bytes > 10_000) {
                throw new IllegalStateException("refused");
              }
            });
    var adder = new HistogramAdder(stages(0, 1000, null), _ -> {});
    adder.add(series(fixed(10), 1), sums);
    assertThatThrownBy(() -> adder.add(series(fixed(1000), 1), sums)).hasMessage("refused");
  }

  @Test
  void timesAreAppendedInOrder() {
    var points = series(fixed(1), 1);
    var sums = new HistogramSums();
    sums.append(10, points.histograms(), points.histogram(0));
    assertThatThrownBy(() -> sums.append(10, points.histograms(), points.histogram(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot append time=10: the last one is 10");
  }

  @Test
  void aHistogramCountsAsADatapointForEachEightCounts() {
    assertThat(HistogramAdder.datapoints(series(fixed(0), 1))).isEqualTo(1);
    assertThat(HistogramAdder.datapoints(series(fixed(6), 1))).isEqualTo(1);
    assertThat(HistogramAdder.datapoints(series(fixed(7), 1))).isEqualTo(2);
    assertThat(HistogramAdder.datapoints(series(fixed(20), 1, 2, 3))).isEqualTo(9);
    assertThat(HistogramAdder.datapoints(PointBuffer.of(new long[5], new double[5]))).isEqualTo(5);
  }

  @Test
  void otherValuesAreABug() {
    var adder = new HistogramAdder(stages(0, 1000, null), _ -> {});
    var plain = PointBuffer.of(new long[] {1}, new double[] {1});
    assertThat(plain.type()).isEqualTo(ValueType.PLAIN);
    assertThatThrownBy(() -> adder.add(plain, new HistogramSums()))
        .isInstanceOf(IllegalStateException.class);
  }
}

package goku.query;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.PointBuffer;
import goku.model.TimeRange;
import goku.model.ValueType;
import goku.query.aggregator.Aggregator;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SeriesPipelineTest {
  private static final int HOUR = 3_600_000;
  private static final int MINUTE = 60_000;
  private static final long WIDE = (1L << 53) + 1;
  private static final TimeRange FIRST_HOUR = new TimeRange(HOUR, 2 * HOUR - 1000);

  @Test
  void stepsBeginAtMultiplesOfTheInterval() {
    var result =
        run(downsample("sum", FillPolicy.NONE), null, HOUR, 1, HOUR + 90_000, 2, HOUR + 100_000, 3);
    assertThat(result.timestamps()).containsExactly(HOUR, HOUR + MINUTE);
    assertThat(result.values()).containsExactly(1, 5);
  }

  @Test
  void aStepHoldsItsDatapointsWhateverThePreviousStepHolds() {
    int[] counts = {2, 2, 3, 1, 2, 0, 2, 1, 1};
    var points = DoubleStream.builder();
    for (int step = 0; step < counts.length; step++) {
      int end = HOUR + (step + 1) * MINUTE;
      for (int i = counts[step]; i > 0; i--) {
        points.add(i == 3 ? end - MINUTE : end - i).add(1);
      }
    }
    double[] all = points.build().toArray();
    assertThat(run(downsample("sum", FillPolicy.NONE), null, all).values())
        .containsExactly(2, 2, 3, 1, 2, 2, 1, 1);
    assertThat(run(downsample("sum", FillPolicy.ZERO), null, all).values())
        .startsWith(2, 2, 3, 1, 2, 0, 2, 1, 1, 0);
  }

  @Test
  void aStepWithoutDatapointsIsFilled() {
    var result = run(downsample("sum", FillPolicy.ZERO), null, HOUR + 90_000, 2);
    assertThat(result.timestamps()).hasSize(120).startsWith(HOUR, HOUR + MINUTE);
    assertThat(result.values()).startsWith(0, 2, 0);
  }

  @Test
  void everythingIsOneStepWithoutTheEnd() {
    var all = new Downsample(new Interval.Everything(), Aggregator.COUNT, FillPolicy.NONE);
    var result = run(all, null, HOUR, 1, HOUR + 1, 1, 2 * HOUR - 1000, 1);
    assertThat(result.timestamps()).containsExactly(HOUR);
    assertThat(result.values()).containsExactly(2);
  }

  @Test
  void aDayOfTheChangeFromSummerTimeHas25Hours() {
    var zone = ZoneId.of("Europe/Berlin");
    var days = new Interval.Calendar(1, ChronoUnit.DAYS, zone, 24 * HOUR);
    long change = ZonedDateTime.of(2026, 10, 25, 0, 0, 0, 0, zone).toInstant().toEpochMilli();
    assertThat(days.floor(change + 24 * HOUR)).isEqualTo(change);
    assertThat(days.next(change)).isEqualTo(change + 25 * HOUR);
  }

  @Test
  void averagesAndCountsUseTheWeights() {
    assertThat(ofWeights(Aggregator.AVG).values()[0]).isEqualTo(27.0 / 6);
    assertThat(ofWeights(Aggregator.COUNT).values()[0]).isEqualTo(6);
  }

  @Test
  void otherFunctionsUseOnlyTheValues() {
    assertThat(ofWeights(Aggregator.SUM).values()[0]).isEqualTo(27);
    assertThat(ofWeights(Aggregator.MAX).values()[0]).isEqualTo(20);
    assertThat(ofWeights(Aggregator.MIN).values()[0]).isEqualTo(3);
  }

  @Test
  void negativeZeroIsLessThanZeroInAnyOrder() {
    for (double[] points :
        List.of(
            new double[] {HOUR, 0.0, HOUR + 1, -0.0}, new double[] {HOUR, -0.0, HOUR + 1, 0.0})) {
      assertThat(run(downsample("min", FillPolicy.NONE), null, points).values())
          .containsExactly(-0.0);
      assertThat(run(downsample("max", FillPolicy.NONE), null, points).values())
          .containsExactly(0.0);
    }
  }

  /// Returns the result for datapoints that stand for three and two, a gap, and one single
  /// datapoint.
  private static PointBuffer ofWeights(Aggregator function) {
    var points = new PointBuffer();
    points.add(HOUR, 4);
    points.clear();
    points.add(HOUR, 20, 3);
    points.add(HOUR + 1000, 4, 2);
    points.add(HOUR + 2000, Double.NaN, 7);
    points.add(HOUR + 3000, 3);
    var downsample = new Downsample(new Interval.Fixed(MINUTE), function, FillPolicy.NONE);
    var window = QueryWindow.of(FIRST_HOUR, downsample);
    PointBuffer result =
        new SeriesPipeline(new SeriesStages(downsample, null, window)).apply(points);
    assertThat(result.isWeighted()).isFalse();
    return result;
  }

  @Test
  void theFirstRateCountsFromTheEpoch() {
    var result = run(null, RateOptions.PLAIN, HOUR, 3600, HOUR + MINUTE, 3720, HOUR + 90_000, 3720);
    assertThat(result.values()).containsExactly(1, 2, 0);
  }

  @Test
  void aFallingCounterHasRolledOver() {
    var counter = new RateOptions(true, 100, 0, false);
    assertThat(run(null, counter, HOUR, 90, HOUR + 10_000, 20).values()[1]).isEqualTo(3);
  }

  @Test
  void aRateAboveTheResetValueIsZero() {
    var counter = new RateOptions(true, 1000, 10, false);
    assertThat(run(null, counter, HOUR, 90, HOUR + 10_000, 20).values()[1]).isZero();
  }

  @Test
  void aDroppedResetLeavesItsDatapointOut() {
    var counter = new RateOptions(true, 100, 0, true);
    var result = run(null, counter, HOUR, 90, HOUR + 10_000, 20, HOUR + 20_000, 30);
    assertThat(result.timestamps()).containsExactly(HOUR, HOUR + 20_000);
    assertThat(result.values()[1]).isEqualTo(1);
  }

  @Test
  void onlyUntouchedWholeNumbersAreIntegers() {
    assertThat(run(null, null, HOUR, 1, HOUR + 1, -2).integers()).isTrue();
    assertThat(run(null, null, HOUR, 1, HOUR + 1, 0.5).integers()).isFalse();
    assertThat(run(null, RateOptions.PLAIN, HOUR, 1).integers()).isFalse();
    assertThat(run(downsample("sum", FillPolicy.NONE), null, HOUR, 1).integers()).isFalse();
  }

  @Test
  void integersAreDecidedByTypeThenByValue() {
    var pipeline =
        new SeriesPipeline(new SeriesStages(null, null, QueryWindow.of(FIRST_HOUR, null)));
    assertThat(pipeline.integers(typed(ValueType.LONGS, ValueType.word(WIDE)))).isTrue();
    assertThat(pipeline.integers(typed(ValueType.DOUBLES, 20, 21))).isFalse();
    assertThat(pipeline.integers(typed(ValueType.PLAIN, -0x1p63))).isTrue();
    assertThat(pipeline.integers(typed(ValueType.PLAIN, 0x1p63))).isFalse();
  }

  @Test
  void wideIntegersAreDownsampledAsDoubles() {
    PointBuffer wide = typed(ValueType.LONGS, ValueType.word(WIDE), ValueType.word(WIDE));
    var maximum = downsample("max", FillPolicy.NONE);
    var stages = new SeriesStages(maximum, null, QueryWindow.of(FIRST_HOUR, maximum));
    PointBuffer result = new SeriesPipeline(stages).apply(wide);
    assertThat(result.values()[0]).isEqualTo(0x1p53);
    assertThat(result.type()).isEqualTo(ValueType.DOUBLES);
  }

  @Test
  void wideIntegersOfTheSeamsStepAreCopiedAsDoubles() {
    PointBuffer wide = typed(ValueType.LONGS, ValueType.word(WIDE), ValueType.word(1));
    var maximum = downsample("max", FillPolicy.NONE);
    Seam seam = Seam.at(HOUR + 500, new Interval.Fixed(MINUTE));
    var stages = new SeriesStages(maximum, null, QueryWindow.of(FIRST_HOUR, maximum), seam);
    assertThat(new SeriesPipeline(stages).apply(wide).words()).startsWith(0x1p53, 1);
  }

  @Test
  void ratesOfIntegersAreExact() {
    double[] rising = {ValueType.word(Long.MAX_VALUE - 1), ValueType.word(Long.MAX_VALUE)};
    assertThat(lastRate(RateOptions.PLAIN, ValueType.LONGS, rising)).isEqualTo(1);
    double[] small = {ValueType.word(10), ValueType.word(7)};
    assertThat(lastRate(RateOptions.PLAIN, ValueType.LONGS, small)).isEqualTo(-3);
    // the difference wraps at 64 bits
    double[] far = {-0x1p62, 0x1p62};
    assertThat(lastRate(RateOptions.PLAIN, ValueType.PLAIN, far)).isEqualTo(-0x1p63);
    assertThat(lastRate(RateOptions.PLAIN, ValueType.DOUBLES, far)).isEqualTo(0x1p63);
  }

  @Test
  void aCounterOfIntegersRollsOverExactly() {
    var counter = new RateOptions(true, RateOptions.DEFAULT_COUNTER_MAX, 0, false);
    double[] falling = {ValueType.word(Long.MAX_VALUE - 5), ValueType.word(3)};
    assertThat(lastRate(counter, ValueType.LONGS, falling)).isEqualTo(8);
    double[] plain = {0x1p62 + 0x1p10, 3};
    assertThat(lastRate(counter, ValueType.PLAIN, plain))
        .isEqualTo((double) (Long.MAX_VALUE - (1L << 62) - (1 << 10) + 3));
    var unsigned = new RateOptions(true, 0x1p64, 0, false);
    assertThat(lastRate(unsigned, ValueType.LONGS, falling)).isEqualTo(0x1p63);
    var fraction = new RateOptions(true, 10.5, 0, false);
    assertThat(lastRate(fraction, ValueType.PLAIN, 9, 1)).isEqualTo(2.5);
  }

  @Test
  void aCounterOfDoublesRollsOverInDoubles() {
    var counter = new RateOptions(true, 0x1p62 + 0x1p10, 0, false);
    double[] falling = {0x1p62, 1};
    assertThat(lastRate(counter, ValueType.PLAIN, falling)).isEqualTo(0x1p10 + 1);
    var wide = new RateOptions(true, 0x1p62, 0, false);
    double[] small = {100, 1};
    assertThat(lastRate(wide, ValueType.PLAIN, small)).isEqualTo((double) ((1L << 62) - 99));
    double[] near = {0x1p53 + 2, 1};
    var next = new RateOptions(true, 0x1p54, 0, false);
    assertThat(lastRate(next, ValueType.DOUBLES, near)).isEqualTo(0x1p54 - (0x1p53 + 2) + 1);
  }

  @Test
  void ratesAfterADownsampleAreOfDoubles() {
    var maximum = downsample("max", FillPolicy.NONE);
    var stages = new SeriesStages(maximum, RateOptions.PLAIN, QueryWindow.of(FIRST_HOUR, maximum));
    var points = new PointBuffer();
    points.add(HOUR, -0x1p62);
    points.add(HOUR + MINUTE, 0x1p62);
    PointBuffer result = new SeriesPipeline(stages).apply(points);
    assertThat(result.values()[1]).isEqualTo(0x1p63 / 60);
  }

  /// Returns the last rate of values that are one second apart.
  private static double lastRate(RateOptions options, ValueType type, double... words) {
    var window = QueryWindow.of(FIRST_HOUR, null);
    PointBuffer result =
        new SeriesPipeline(new SeriesStages(null, options, window)).apply(typed(type, words));
    return result.values()[result.size() - 1];
  }

  /// Returns datapoints that are one second apart.
  private static PointBuffer typed(ValueType type, double... words) {
    long[] times = new long[words.length];
    Arrays.setAll(times, i -> HOUR + i * 1000L);
    return PointBuffer.of(times, words, type, null);
  }

  private static Downsample downsample(String function, FillPolicy fill) {
    return new Downsample(
        new Interval.Fixed(MINUTE), Aggregator.named(function).orElseThrow(), fill);
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Result(long[] timestamps, double[] values, boolean integers) {}

  @Test
  void aFilledSeriesReportsItsMemoryWhileItGrows() {
    var grown = new AtomicLong();
    var every = new Downsample(new Interval.Fixed(10), Aggregator.AVG, FillPolicy.ZERO);
    var stages = new SeriesStages(every, null, QueryWindow.of(FIRST_HOUR, every));
    int slots =
        new SeriesPipeline(stages, grown::addAndGet)
            .apply(PointBuffer.of(new long[1], new double[1]))
            .size();
    assertThat(slots).isEqualTo(360_000);
    assertThat(grown.get()).isBetween(16L * slots, 2 * 16L * slots);
  }

  /// @param points timestamp, value, timestamp, value, ...
  private static Result run(
      @Nullable Downsample downsample, @Nullable RateOptions rate, double... points) {
    var buffer = new PointBuffer();
    for (int i = 0; i < points.length; i += 2) {
      buffer.add((long) points[i], points[i + 1]);
    }
    var window = QueryWindow.of(FIRST_HOUR, downsample);
    var pipeline = new SeriesPipeline(new SeriesStages(downsample, rate, window));
    PointBuffer result = pipeline.apply(buffer);
    return new Result(
        Arrays.copyOf(result.timestamps(), result.size()),
        Arrays.copyOf(result.values(), result.size()),
        pipeline.integers(buffer));
  }
}

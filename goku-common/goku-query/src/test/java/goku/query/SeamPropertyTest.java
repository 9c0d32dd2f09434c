package goku.query;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.PointBuffer;
import goku.model.TimeRange;
import goku.query.aggregator.Aggregator;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/// A property test that a series split between two stores gives the same result as the whole
/// series, bit for bit.
class SeamPropertyTest {
  private static final long HOUR = 3_600_000;
  private static final long YEAR_2026 = 1_767_225_600_000L;

  @Property(tries = 3000)
  void joinedPartsEqualTheDownsampledWholeSeries(
      @ForAll long seed,
      @ForAll Aggregator function,
      @ForAll FillPolicy fill,
      @ForAll boolean rate,
      @ForAll @IntRange(max = 9) int form) {
    var random = new Random(seed);
    Interval.Steps steps = interval(random, form);
    var downsample =
        new Downsample(steps, function == Aggregator.NONE ? Aggregator.SUM : function, fill);
    long start = YEAR_2026 - 2 * HOUR + random.nextLong(30 * HOUR);
    var window =
        QueryWindow.of(new TimeRange(start, start + random.nextLong(1, 40 * HOUR)), downsample);
    var stages = new SeriesStages(downsample, rate ? RateOptions.PLAIN : null, window);
    if (steps.divisor(window.read()) == 0) {
      return; // never split into parts
    }
    PointBuffer stored = stored(random, window.read());
    PointBuffer whole = new SeriesPipeline(stages).apply(stored);

    long boundary = Math.ceilDiv(start - HOUR + random.nextLong(42 * HOUR), 2 * HOUR) * 2 * HOUR;
    Seam seam = Seam.at(boundary, steps);
    int cut = stored.firstAtOrAfter(boundary);
    TimeRange read = window.read();
    var joined = new PointBuffer();
    if (boundary > read.startMillis()) {
      var before = new TimeRange(read.startMillis(), Math.min(boundary - 1, read.endMillis()));
      append(stages.ofParts(seam).within(before), stored, 0, cut, joined);
    }
    if (boundary <= read.endMillis()) {
      var after = new TimeRange(Math.max(boundary, read.startMillis()), read.endMillis());
      append(stages.ofParts(seam).within(after), stored, cut, stored.size(), joined);
    }
    PointBuffer result = new SeriesPipeline(stages.ofJoined(seam)).apply(joined);
    assertThat(shown(result)).isEqualTo(shown(whole));
  }

  private static void append(
      SeriesStages stages, PointBuffer stored, int from, int to, PointBuffer joined) {
    var part = new PointBuffer();
    part.addAll(stored, from, to);
    PointBuffer made = new SeriesPipeline(stages).apply(part);
    joined.addAll(made, 0, made.size());
  }

  private static Interval.Steps interval(Random random, int form) {
    long length = List.of(1L, 5L, 7L, 60L, 90L, 120L, 360L, 1440L).get(random.nextInt(8)) * 60_000;
    ZoneId zone = ZoneId.of(random.nextBoolean() ? "Asia/Kathmandu" : "UTC");
    return switch (form) {
      case 0 -> new Interval.Calendar(1, ChronoUnit.DAYS, zone, 24 * HOUR);
      case 1 -> new Interval.Calendar(6, ChronoUnit.HOURS, zone, 6 * HOUR);
      case 2 -> new Interval.Calendar(7, ChronoUnit.MINUTES, zone, 7 * 60_000);
      case 3 -> new Interval.Calendar(1, ChronoUnit.WEEKS, zone, 7 * 24 * HOUR);
      case 4 -> new Interval.Calendar(20, ChronoUnit.MINUTES, zone, 20 * 60_000);
      default -> new Interval.Fixed(length);
    };
  }

  private static PointBuffer stored(Random random, TimeRange read) {
    boolean weighted = random.nextBoolean();
    var points = new PointBuffer();
    int most = random.nextInt(2, 90 * 60_000);
    for (long time = read.startMillis() + random.nextLong(HOUR); time <= read.endMillis(); ) {
      double value = random.nextGaussian() * 100;
      if (weighted && random.nextBoolean()) {
        points.add(time, value, random.nextInt(1, 90));
      } else {
        points.add(time, value);
      }
      time += random.nextLong(1, 2L * most);
    }
    return points;
  }

  private static String shown(PointBuffer points) {
    return Arrays.toString(Arrays.copyOf(points.timestamps(), points.size()))
        + Arrays.toString(Arrays.copyOf(points.values(), points.size()))
        + points.isWeighted();
  }
}

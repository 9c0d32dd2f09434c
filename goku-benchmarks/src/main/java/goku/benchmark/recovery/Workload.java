package goku.benchmark.recovery;

import goku.benchmark.codec.DataSet.Series;
import goku.benchmark.codec.DevopsData;
import goku.benchmark.index.NameGenerator;
import goku.benchmark.index.NameShapes;
import goku.model.Tier;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// The reports of agents in a day: every agent sends all of its series at once, at its own second
/// of the interval and a few milliseconds late. A pure function of the numbers of series and
/// reading, so that read data can be compared. Immutable except for the generator of names.
final class Workload {
  static final Duration TIME = Duration.ofHours(24);
  static final long START_MILLIS = Instant.parse("2026-11-01T00:00:00Z").toEpochMilli();

  private static final int TAGS = 11;
  private static final int SERIES_A_POD = 500;
  private static final int SERIES_A_HOST = 4 * SERIES_A_POD;
  private static final int HOSTS = 20;
  private static final long LATE_MILLIS = 4;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final int series;
  private final long intervalMillis;
  private final List<Series> values;

  Workload(int series, Duration interval) {
    this.series = series;
    intervalMillis = interval.toMillis();
    if (Tier.MEMORY_BUCKET.toMillis() % intervalMillis != 0) {
      throw new IllegalArgumentException(Tier.MEMORY_BUCKET + " is no multiple of " + interval);
    }
    values = DevopsData.generate(HOSTS, readings()).series();
  }

  int series() {
    return series;
  }

  /// Readings of each series.
  int readings() {
    return Math.toIntExact(TIME.toMillis() / intervalMillis);
  }

  int readingsABucket() {
    return Math.toIntExact(Tier.MEMORY_BUCKET.toMillis() / intervalMillis);
  }

  /// A generator of the names, which is not thread-safe.
  static NameGenerator names() {
    return new NameGenerator(NameShapes.builtIn(), TAGS, SERIES_A_POD);
  }

  long timestamp(int number, int reading) {
    long host = (number / SERIES_A_HOST + 1) * MIX;
    long phase = (host >>> 40) % (intervalMillis / 1000 - 1) * 1000;
    long late = (((host + reading) * MIX) >>> 40) % LATE_MILLIS;
    return START_MILLIS + reading * intervalMillis + phase + late;
  }

  double value(int number, int reading) {
    return values.get(number % values.size()).values[reading];
  }
}

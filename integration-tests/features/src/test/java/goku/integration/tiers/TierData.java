package goku.integration.tiers;

import goku.integration.reference.StoredSeries;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/// A data set for tests of tiers: 30 series of 3 metrics over as many days as wanted, from one
/// datapoint in ten minutes to one in six hours; with jitter, gaps, series that are born and that
/// die. The same seed gives the same datapoints. There is no NaN among them.
///
/// | metric | values |
/// | --- | --- |
/// | `disk.used` | whole numbers that rise and fall back |
/// | `net.bytes` | counters, which begin anew now and then |
/// | `sys.cpu` | fractions |
record TierData(List<StoredSeries> series, Instant start, Instant end) {
  static final List<String> METRICS = List.of("disk.used", "net.bytes", "sys.cpu");

  private static final int HOSTS = 10;

  /// Hosts differ in how often they write; the first of them write most.
  private static final List<Duration> PERIODS =
      List.of(
          Duration.ofMinutes(10),
          Duration.ofMinutes(30),
          Duration.ofMinutes(30),
          Duration.ofHours(1),
          Duration.ofHours(6));

  TierData {
    series = List.copyOf(series);
  }

  /// @param start of the first datapoints
  static TierData of(long seed, Instant start, Duration length) {
    List<StoredSeries> series = new ArrayList<>();
    Instant end = start.plus(length);
    for (String metric : METRICS) {
      for (int host = 0; host < HOSTS; host++) {
        var random = new Random(seed * 31 + metric.hashCode() * 1009L + host);
        SortedMap<String, String> tags = new TreeMap<>();
        tags.put("host", "web%02d".formatted(host));
        tags.put("dc", host % 3 == 0 ? "lga" : "sjc");
        if (metric.equals("sys.cpu") && host % 4 == 0) {
          tags.put("rack", "r" + host % 2);
        }
        series.add(new StoredSeries(metric, tags, points(metric, host, start, end, random)));
      }
    }
    return new TierData(series, start, end);
  }

  /// The datapoints of each series from a time to before another.
  ///
  /// @param toMillis exclusive
  List<StoredSeries> between(long fromMillis, long toMillis) {
    return series.stream()
        .map(
            one ->
                new StoredSeries(
                    one.metric(),
                    one.tags(),
                    one.points().subMap(fromMillis, true, toMillis, false)))
        .filter(one -> !one.points().isEmpty())
        .toList();
  }

  private static NavigableMap<Long, Double> points(
      String metric, int host, Instant start, Instant end, Random random) {
    long period = PERIODS.get(host % PERIODS.size()).toMillis();
    long from = start.toEpochMilli();
    long to = end.toEpochMilli();
    if (host % 4 == 1) { // born later
      from += (long) (random.nextDouble() * (to - from));
    }
    if (host % 5 == 3) { // dies earlier
      to -= (long) (random.nextDouble() * (to - from));
    }
    boolean jitter = host % 2 == 1;
    NavigableMap<Long, Double> points = new TreeMap<>();
    double value = random.nextInt(1000);
    long first = Math.ceilDiv(from, period) * period;
    for (long time = first; time < to; time += period) {
      value = next(metric, value, random);
      if (random.nextInt(200) == 0) { // a gap of up to some days
        time += period * random.nextInt(100);
      }
      long at = jitter ? time + random.nextInt((int) period / 1000) * 1000L : time;
      if (at < to) {
        points.put(random.nextInt(50) == 0 ? at + random.nextInt(1000) : at, value);
      }
    }
    return points;
  }

  private static double next(String metric, double before, Random random) {
    return switch (metric) {
      case "disk.used" -> before > 5000 ? random.nextInt(1000) : before + random.nextInt(20);
      case "net.bytes" -> random.nextInt(500) == 0 ? 0 : before + random.nextInt(100_000);
      default -> 50 + 30 * random.nextGaussian();
    };
  }

  /// Returns the number of datapoints.
  long size() {
    return series.stream().map(StoredSeries::points).mapToLong(Map::size).sum();
  }
}

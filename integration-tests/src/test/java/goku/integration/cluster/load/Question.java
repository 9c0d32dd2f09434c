package goku.integration.cluster.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// A query whose answer is known.
///
/// @param host the one that is asked for, where it is one
/// @param toStep exclusive; both steps are where intervals begin
record Question(KnownSeries series, Shape shape, int host, int fromStep, int toStep) {
  private static final int LONGEST_BUCKETS = 30;
  private static final long HOUR = 3_600_000;

  /// Returns a random query about the first steps, often about the newest of them.
  ///
  /// @param steps at least those of an interval
  static Question any(KnownSeries series, int steps, RandomGenerator random) {
    int intervals = steps / series.intervalSteps();
    int to = random.nextBoolean() ? intervals : random.nextInt(1, intervals + 1);
    int from = Math.max(0, to - random.nextInt(1, LONGEST_BUCKETS + 1));
    Shape[] shapes = Shape.values();
    return new Question(
        series,
        shapes[random.nextInt(shapes.length)],
        random.nextInt(series.hosts()),
        from * series.intervalSteps(),
        to * series.intervalSteps());
  }

  String pathAndQuery() {
    return "/api/query?ms=true&start=%d&end=%d&m=%s"
        .formatted(
            series.time(fromStep), series.time(toStep) - 1, URLEncoder.encode(subQuery(), UTF_8));
  }

  private String subQuery() {
    String metric = series.metric();
    String interval = series.intervalSteps() * series.stepMillis() / 1000 + "s-";
    return switch (shape) {
      case RAW -> "none:%s{host=h%d}".formatted(metric, host);
      case EACH_RAW -> "none:%s{host=*}".formatted(metric);
      case SUM -> "sum:%ssum:%s".formatted(interval, metric);
      case EACH_HOST -> "sum:%smax:%s{host=*}".formatted(interval, metric);
      case EACH_CENTER -> "sum:%ssum:%s{dc=*}".formatted(interval, metric);
      case RATE -> "sum:rate:%s{host=h%d}".formatted(metric, host);
    };
  }

  /// Values by time, by the tags of the answered series.
  Map<Map<String, String>, SortedMap<Long, Double>> expected() {
    Map<Map<String, String>, SortedMap<Long, Double>> all = new HashMap<>();
    switch (shape) {
      case RAW -> all.put(series.tags(host), raw(host));
      case EACH_RAW -> {
        for (int each = 0; each < series.hosts(); each++) {
          all.put(series.tags(each), raw(each));
        }
      }
      case RATE -> all.put(series.tags(host), rates());
      case SUM, EACH_HOST, EACH_CENTER -> {
        for (int each = 0; each < series.hosts(); each++) {
          SortedMap<Long, Double> group =
              all.computeIfAbsent(groupOf(each), key -> new TreeMap<>());
          addBuckets(group, each);
        }
      }
    }
    return all;
  }

  private Map<String, String> groupOf(int each) {
    return switch (shape) {
      case EACH_HOST -> series.tags(each);
      case EACH_CENTER -> Map.of("dc", KnownSeries.center(each));
      default -> Map.of();
    };
  }

  private void addBuckets(SortedMap<Long, Double> group, int each) {
    int length = series.intervalSteps();
    for (int interval = fromStep; interval < toStep; interval += length) {
      double sum = 0;
      double largest = 0;
      for (int step = interval; step < interval + length; step++) {
        sum += series.value(each, step);
        largest = Math.max(largest, series.value(each, step));
      }
      group.merge(series.time(interval), shape == Shape.EACH_HOST ? largest : sum, Double::sum);
    }
  }

  private SortedMap<Long, Double> raw(int of) {
    SortedMap<Long, Double> points = new TreeMap<>();
    for (int step = fromStep; step < toStep; step++) {
      points.put(series.time(step), series.value(of, step));
    }
    return points;
  }

  /// The first datapoint that is read has no rate, and whole hours are read.
  private SortedMap<Long, Double> rates() {
    SortedMap<Long, Double> points = new TreeMap<>();
    double seconds = series.stepMillis() / 1000.0;
    long hour = Math.floorDiv(series.time(fromStep), HOUR) * HOUR;
    boolean hasBefore = fromStep > 0 && series.time(fromStep - 1) >= hour;
    for (int step = hasBefore ? fromStep : fromStep + 1; step < toStep; step++) {
      double rise = series.value(host, step) - series.value(host, step - 1);
      points.put(series.time(step), rise / seconds);
    }
    return points;
  }
}

package goku.integration.differential;

import goku.root.conformance.corpus.DataSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Random series of a seed: some metrics of six hours, with series that begin late, end early, have
/// gaps, or share all timestamps.
///
/// @param metrics the metrics, which begin with the seed, so that seeds share a database
/// @param values the values of each tag key
/// @param startSeconds the begin of the data
record DrawnData(
    List<String> metrics,
    Map<String, List<String>> values,
    long startSeconds,
    List<DataSet.Point> points,
    DrawnHistograms histograms) {
  static final int SECONDS = 6 * 3600;

  private static final List<String> METRICS = List.of("cpu.user", "cpu.nice", "mem-free", "req_s");
  private static final Map<String, List<String>> TAGS =
      new TreeMap<>(
          Map.of(
              "d.host", List.of("d.web01", "d.web02", "d.web03", "d.Web04", "d.db1"),
              "d.dc", List.of("d.lga", "d.sjc", "d.ams"),
              "d.app", List.of("d.a", "d.b.c")));

  private static final List<Integer> PERIODS = List.of(10, 20, 60, 60, 60, 300, 900);

  /// @param startSeconds the begin of the data
  static DrawnData of(long seed, long startSeconds) {
    var draws = new Draws(seed);
    List<String> metrics = METRICS.stream().map(name -> "d%d.%s".formatted(seed, name)).toList();
    List<DataSet.Point> points = new ArrayList<>();
    for (String metric : metrics) {
      DrawnValue form = draws.of(List.of(DrawnValue.values()));
      int period = draws.of(PERIODS);
      for (Map<String, String> tags : tagSets(draws)) {
        boolean isAligned = draws.oneIn(2);
        addSeries(
            draws,
            metric,
            tags,
            startSeconds,
            isAligned ? period : draws.of(PERIODS),
            form,
            points);
      }
    }
    var histograms = DrawnHistograms.of(seed, TAGS, startSeconds);
    return new DrawnData(metrics, TAGS, startSeconds, points, histograms);
  }

  /// Returns the data for an OpenTSDB that takes no histograms.
  DrawnData withoutHistograms() {
    var none = new DrawnHistograms(histograms.metric(), List.of());
    return new DrawnData(metrics, values, startSeconds, points, none);
  }

  private static List<Map<String, String>> tagSets(Draws draws) {
    List<Map<String, String>> sets = new ArrayList<>();
    List<String> hosts = TAGS.getOrDefault("d.host", List.of());
    for (String host : draws.some(hosts, draws.between(2, hosts.size()))) {
      Map<String, String> tags = new TreeMap<>(Map.of("d.host", host));
      for (String key : List.of("d.dc", "d.app")) {
        if (!draws.oneIn(4)) {
          tags.put(key, draws.of(TAGS.getOrDefault(key, List.of())));
        }
      }
      sets.add(tags);
    }
    return sets;
  }

  private static void addSeries(
      Draws draws,
      String metric,
      Map<String, String> tags,
      long startSeconds,
      int period,
      DrawnValue form,
      List<DataSet.Point> points) {
    int from = draws.oneIn(3) ? draws.between(0, SECONDS / 2) : 0;
    int to = draws.oneIn(3) ? draws.between(from, SECONDS) : SECONDS;
    boolean isCounter = draws.oneIn(3);
    boolean isMillis = draws.oneIn(4);
    long value = draws.between(0, 1000);
    for (int at = from; at < to; at += period) {
      if (draws.oneIn(20)) {
        at += draws.between(0, 20) * period; // a gap
        if (at >= to) {
          break;
        }
      }
      value = isCounter ? next(draws, value) : draws.between(-100, 1000);
      String text = form.text(draws, value);
      long seconds = startSeconds + at;
      long timestamp = isMillis ? seconds * 1000 + draws.between(0, 999) : seconds;
      points.add(new DataSet.Point(metric, tags, timestamp, text));
    }
  }

  private static long next(Draws draws, long value) {
    return draws.oneIn(50) ? draws.between(0, 10) : value + draws.between(0, 50);
  }
}

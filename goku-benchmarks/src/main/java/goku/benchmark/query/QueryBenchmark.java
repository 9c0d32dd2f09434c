package goku.benchmark.query;

import goku.model.SeriesName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/// The queries of the paper's Tables 8 to 10 and some more, over HTTP: minimum, median and 99th
/// percentile of the time until the last byte of the answer is read. Run as a program; arguments
/// are the names of the data sets to run, all if there are none.
public final class QueryBenchmark {
  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

  /// @param hosts values of the tag by which queries group
  /// @param metric its name tells data sets apart
  private record Data(String metric, int series, int hosts, Duration interval) {}

  private static final Map<String, Data> SETS = new TreeMap<>();

  static {
    SETS.put("100", new Data("cpu.100", 100, 100, Duration.ofMinutes(1)));
    SETS.put("1k", new Data("cpu.1k", 1_000, 1_000, Duration.ofMinutes(1)));
    SETS.put("100k", new Data("cpu.100k", 100_000, 1_000, Duration.ofMinutes(20)));
    SETS.put("100k-hosts", new Data("cpu.100k.hosts", 100_000, 100_000, Duration.ofMinutes(20)));
  }

  private QueryBenchmark() {}

  public static void main(String[] names) throws Exception {
    List<String> chosen = names.length == 0 ? List.copyOf(SETS.keySet()) : Arrays.asList(names);
    for (String name : chosen) {
      Data data = SETS.get(name);
      if (data == null) {
        throw new IllegalArgumentException("no data set %s; there are %s".formatted(name, SETS));
      }
      run(data);
    }
  }

  private static void run(Data data) throws Exception {
    try (var root = new LoadedRoot()) {
      fill(root, data);
      System.out.println("%s %s".formatted(data.metric(), data));
      try (var client = new KeepAliveClient(root.port())) {
        for (TimedQuery query : queries(data)) {
          query.measure(client, LoadedRoot.NOW);
        }
      }
    }
  }

  private static List<TimedQuery> queries(Data data) {
    String metric = "\"metric\":\"%s\"".formatted(data.metric());
    String all = "{\"type\":\"wildcard\",\"tagk\":\"host\",\"filter\":\"*\",\"groupBy\":true}";
    String one =
        "{\"type\":\"literal_or\",\"tagk\":\"host\",\"filter\":\"host_7\",\"groupBy\":true}";
    return List.of(
        new TimedQuery(
            "double-groupby-1: 1 h average of a day by host",
            "%s,\"aggregator\":\"avg\",\"downsample\":\"1h-avg\",\"filters\":[%s]"
                .formatted(metric, all),
            Duration.ofDays(1),
            30),
        new TimedQuery(
            "sum of all, 1 h average of a day",
            "%s,\"aggregator\":\"sum\",\"downsample\":\"1h-avg\"".formatted(metric),
            Duration.ofDays(1),
            60),
        new TimedQuery(
            "p99 of all, 1 h average of a day",
            "%s,\"aggregator\":\"p99\",\"downsample\":\"1h-avg\"".formatted(metric),
            Duration.ofDays(1),
            20),
        new TimedQuery(
            "single-groupby-1-1-1: 5 min maximum of an hour",
            "%s,\"aggregator\":\"max\",\"downsample\":\"5m-max\",\"filters\":[%s]"
                .formatted(metric, one),
            Duration.ofHours(1),
            2000),
        new TimedQuery(
            "single-groupby-1-1-12: 5 min maximum of 12 hours",
            "%s,\"aggregator\":\"max\",\"downsample\":\"5m-max\",\"filters\":[%s]"
                .formatted(metric, one),
            Duration.ofHours(12),
            2000));
  }

  /// Datapoints come as agents send them: all series of one time, then those of the next. Values
  /// walk between 0 and 100 in whole numbers, as those of the Time Series Benchmark Suite do.
  private static void fill(LoadedRoot root, Data data) {
    List<SeriesName> names = new ArrayList<>();
    for (int i = 0; i < data.series(); i++) {
      var name =
          SeriesName.of(
              data.metric(),
              Map.of(
                  "host", "host_" + i % data.hosts(),
                  "core", "c" + i / data.hosts(),
                  "region", "region-" + i % 7,
                  "os", "Ubuntu16.04LTS",
                  "team", "team-" + i % 31));
      names.add(name);
    }
    var random = new Random(1);
    double[] walks = random.doubles(data.series(), 0, 100).toArray();
    long end = LoadedRoot.NOW.toEpochMilli();
    long step = data.interval().toMillis();
    for (long time = end - DAY_MILLIS; time <= end; time += step) {
      for (int i = 0; i < walks.length; i++) {
        walks[i] = Math.clamp(walks[i] + random.nextGaussian(), 0, 100);
        root.put(names.get(i), time, Math.rint(walks[i]));
      }
    }
    root.flush();
  }
}

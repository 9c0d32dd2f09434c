package goku.benchmark.query;

import goku.benchmark.codec.DataSet;
import goku.benchmark.codec.DevopsData;
import goku.model.PointBuffer;
import goku.model.SeriesName;
import goku.model.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// The queries of the paper's Tables 8 to 10 over HTTP on data that lie in GokuL, and bytes of a
/// datapoint there. Run as a program; arguments are a directory for S3 and the databases, and `day`
/// (hosts of the Time Series Benchmark Suite for 24 hours, each minute) or `year` (one metric of
/// 100 hosts for 384 days, each ten minutes, through all tiers), and the number of hosts.
public final class LongQueryBenchmark {
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration WINDOW = Tier.MEMORY_BUCKET;

  /// The time until a window has been finalized.
  private static final Duration DELAY = Duration.ofMinutes(130);

  private static final int COLD_REPEATS = 15;

  private LongQueryBenchmark() {}

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    int hosts = args.length > 2 ? Integer.parseInt(args[2]) : 0;
    switch (args[1]) {
      case "day" -> day(directory, hosts == 0 ? 1_000 : hosts);
      case "year" -> year(directory, hosts == 0 ? 100 : hosts);
      default -> throw new IllegalArgumentException("wanted day or year");
    }
  }

  private static void day(Path directory, int hosts) throws Exception {
    int minutes = (int) Duration.ofDays(1).toMinutes();
    DataSet data = DevopsData.generate(hosts, minutes);
    int fields = data.series().size() / hosts;
    List<SeriesName> names = new ArrayList<>();
    for (int i = 0; i < data.series().size(); i++) {
      names.add(name(data.series().get(i).name + ".f" + i % fields, i / fields));
    }
    try (var root = new TieredRoot(directory, names, 2)) {
      long begin = System.nanoTime();
      for (int window = 0; window < minutes / WINDOW.toMinutes(); window++) {
        int first = (int) (window * WINDOW.toMinutes());
        root.put(
            BEGIN.plus(WINDOW.multipliedBy(window)).toEpochMilli(),
            (series, start, into) -> {
              double[] values = data.series().get(series).values;
              for (int i = first; i < first + WINDOW.toMinutes(); i++) {
                into.add(BEGIN.toEpochMilli() + Duration.ofMinutes(i).toMillis(), values[i]);
              }
            });
      }
      System.out.printf("finalized in %.1f s%n", (System.nanoTime() - begin) / 1e9);
      // raw datapoints in four buckets of tier 1, one of tier 2
      long points = (long) names.size() * minutes;
      long start = System.nanoTime();
      root.advance(BEGIN.plus(Duration.ofDays(1)).plus(DELAY));
      System.out.printf(
          "through tiers 1 and 2 in %.1f s: %,.0f datapoints/s%n",
          (System.nanoTime() - start) / 1e9, points / ((System.nanoTime() - start) / 1e9));
      System.out.printf("%.3f bytes a datapoint in both%n", root.diskBytes() / (double) points);
      root.advance(BEGIN.plus(Duration.ofDays(3)));
      System.out.printf("%.3f bytes a datapoint in tier 2%n", root.diskBytes() / (double) points);
      ask(root, "cpu.f0", BEGIN.plus(Duration.ofDays(1)));
    }
  }

  private static void year(Path directory, int hosts) throws Exception {
    List<SeriesName> names = new ArrayList<>();
    for (int host = 0; host < hosts; host++) {
      names.add(name("cpu.f0", host));
    }
    int days = 384;
    try (var root = new TieredRoot(directory, names, 1)) {
      long start = System.nanoTime();
      for (int day = 0; day < days; day++) {
        Instant begin = BEGIN.plus(Duration.ofDays(day));
        for (Duration at = Duration.ZERO; at.toDays() < 1; at = at.plus(WINDOW)) {
          root.put(begin.plus(at).toEpochMilli(), LongQueryBenchmark::tenMinutes);
        }
        root.advance(begin.plus(Duration.ofDays(1)).plus(DELAY));
        if (day % 32 == 31) {
          System.out.printf(
              "day %d after %.0f s, %,d bytes on disk%n",
              day + 1, (System.nanoTime() - start) / 1e9, root.diskBytes());
        }
      }
      Instant end = BEGIN.plus(Duration.ofDays(days));
      try (var client = new KeepAliveClient(root.port())) {
        for (Duration slot : List.of(Duration.ofHours(1), Duration.ofDays(1))) {
          String sub = all("cpu.f0", slot.toHours() + "h-avg");
          new TimedQuery("a year by host, " + slot, sub, Duration.ofDays(days - 2), 50)
              .measure(client, end.minus(Duration.ofDays(1)));
        }
      }
    }
  }

  private static void tenMinutes(int series, long startMillis, PointBuffer into) {
    var random = new Random(series * 31L + startMillis);
    for (long time = startMillis; time < startMillis + WINDOW.toMillis(); time += 600_000) {
      into.add(time, Math.rint(random.nextGaussian() * 1000) / 100);
    }
  }

  private static void ask(TieredRoot root, String metric, Instant end) throws Exception {
    String one =
        "\"metric\":\"%s\",\"aggregator\":\"max\",\"downsample\":\"5m-max\",\"filters\":[{\"type\":\"literal_or\",\"tagk\":\"hostname\",\"filter\":\"host_7\",\"groupBy\":true}]"
            .formatted(metric);
    List<TimedQuery> queries =
        List.of(
            new TimedQuery("single-groupby-1-1-1", one, Duration.ofHours(1), 2000),
            new TimedQuery("single-groupby-1-1-12", one, Duration.ofHours(12), 2000),
            new TimedQuery("double-groupby-1", all(metric, "1h-avg"), Duration.ofHours(24), 50));
    try (var client = new KeepAliveClient(root.port())) {
      System.out.println("first of each:");
      for (TimedQuery query : queries) {
        query.measureOnce(client, end);
      }
      System.out.println("warm:");
      for (TimedQuery query : queries) {
        query.measure(client, end);
      }
      System.out.println("cold: databases opened anew, nothing of their files in memory:");
      for (TimedQuery query : queries) {
        query.measureCold(
            client,
            end,
            COLD_REPEATS,
            () -> {
              root.restartLong();
              forgetFiles();
            });
      }
    }
  }

  /// Linux forgets what it has of files; needs root.
  private static void forgetFiles() throws IOException {
    Files.writeString(Path.of("/proc/sys/vm/drop_caches"), "3");
  }

  private static String all(String metric, String downsample) {
    return "\"metric\":\"%s\",\"aggregator\":\"avg\",\"downsample\":\"%s\",\"filters\":[{\"type\":\"wildcard\",\"tagk\":\"hostname\",\"filter\":\"*\",\"groupBy\":true}]"
        .formatted(metric, downsample);
  }

  /// Tags as the hosts of the suite have them.
  private static SeriesName name(String metric, int host) {
    return SeriesName.of(
        metric,
        Map.of(
            "hostname",
            "host_" + host,
            "region",
            "region-" + host % 9,
            "datacenter",
            "region-" + host % 9 + "abc".charAt(host % 3),
            "rack",
            Integer.toString(host % 100),
            "os",
            host % 3 == 0 ? "Ubuntu16.10" : "Ubuntu15.10",
            "arch",
            host % 2 == 0 ? "x64" : "x86",
            "team",
            List.of("SF", "NYC", "LON", "CHI").get(host % 4),
            "service",
            Integer.toString(host % 20),
            "service_version",
            Integer.toString(host % 2),
            "service_environment",
            List.of("production", "staging", "test").get(host % 3)));
  }
}

package goku.benchmark.query;

import goku.model.SeriesName;
import goku.shortterm.usage.UsageCounter;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

/// `/api/goku/top` over HTTP with 20,000 metrics and 1,000,000 series: once with each request
/// counting anew, as when one comes every ten seconds, and once in between. Run as a program; the
/// arguments are the number of metrics and that of series.
public final class TopBenchmark {
  private static final int WIDE = 100_000;
  private static final int REPEATS = 40;

  private TopBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    int metrics = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20_000;
    int series = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1_000_000;
    try (var root = new LoadedRoot()) {
      fill(root, metrics, series);
      try (var client = new KeepAliveClient(root.port())) {
        for (String question :
            new String[] {"by=cardinality", "by=datapoints", "by=bytes&n=1000", "prefix=app7."}) {
          measure(root, client, question, UsageCounter.MAX_AGE);
          measure(root, client, question, Duration.ZERO);
        }
      }
    }
  }

  /// @param between each request and the next, for the clock of the shards
  private static void measure(
      LoadedRoot root, KeepAliveClient client, String question, Duration between)
      throws IOException {
    long[] nanos = new long[REPEATS];
    long cpu = 0;
    for (int round = -REPEATS / 2; round < REPEATS; round++) {
      root.advance(between);
      long before = TimedQuery.cpuNanos();
      long start = System.nanoTime();
      client.fetch("/api/goku/top?" + question, 200);
      if (round >= 0) {
        nanos[round] = System.nanoTime() - start;
        cpu += TimedQuery.cpuNanos() - before;
      }
    }
    Arrays.sort(nanos);
    System.out.println(
        "  %-20s %-12s min %7.2f  median %7.2f  max %7.2f  cpu %7.2f ms"
            .formatted(
                question,
                between.isZero() ? "known" : "counted anew",
                nanos[0] / 1e6,
                nanos[REPEATS / 2] / 1e6,
                nanos[REPEATS - 1] / 1e6,
                cpu / 1e6 / REPEATS));
  }

  /// Each series has a datapoint in every twenty minutes of the last six hours; one metric has
  /// 100,000 of the series, one many datapoints, the others share the rest.
  private static void fill(LoadedRoot root, int metrics, int series) {
    long end = LoadedRoot.NOW.toEpochMilli();
    for (long time = end - Duration.ofHours(6).toMillis(); time < end; time += 1_200_000) {
      for (int i = 0; i < series; i++) {
        put(root, i < WIDE ? wide(i) : plain(i, metrics), time, i);
      }
    }
    SeriesName busy = SeriesName.of("app9.ticks", Map.of("host", "h1"));
    for (int second = 0; second < 20_000; second++) {
      put(root, busy, end - second * 1000L, second);
    }
    root.flush();
  }

  private static SeriesName wide(int i) {
    return SeriesName.of(
        "app7.requests", Map.of("id", "i" + i, "host", "h" + i % 400, "dc", "d" + i % 2));
  }

  private static SeriesName plain(int i, int metrics) {
    return SeriesName.of(
        "app" + i % 50 + ".metric" + i % metrics,
        Map.of("host", "h" + i / metrics, "dc", "d" + i % 3, "os", "linux"));
  }

  private static void put(LoadedRoot root, SeriesName name, long timestampMillis, double value) {
    root.put(name, timestampMillis, value);
  }
}

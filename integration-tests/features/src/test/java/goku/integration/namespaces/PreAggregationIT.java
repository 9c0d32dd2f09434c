package goku.integration.namespaces;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import goku.testkit.TestForm;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests of a pre-aggregated metric in a process that is killed while it is written to:
/// pre-aggregated answers equal those from series, even with late and repeated datapoints, and
/// after the kill.
///
/// The long form has a million series, which also shows the speed-up. It needs `GOKU_HEAP=4g` in
/// the environment.
class PreAggregationIT {
  private static final int SERIES = TestForm.isLong() ? 1_000_000 : 2_000;
  private static final int CENTERS = 10;
  private static final int MINUTES = 40;
  private static final int PER_REQUEST = 5_000;

  /// The distance of rare series: one in this number is a minute late, another one is repeated.
  private static final int SELDOM = 50;

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int TIMED = 5;

  private static final String NAMESPACES =
      """
      namespaces:
        - name: ns1
          default: true
          backfill: 12h
          memory-ttl: 24h
          kafka-topic: goku-ns1
          s3: {bucket: goku-ns1}
          shard-groups: 1
          shards-per-group: 2
          metrics: []
          pre-aggregate:
            - {metric: requests, keep: [dc], interval: 1m}
      """;

  private final long start = Instant.now().getEpochSecond() / 3600 * 3600 - 2 * 3600;

  @TempDir Path directory;

  @Test
  void answersLikeTheSeriesAfterAKill() throws Exception {
    Path file = Files.writeString(directory.resolve("namespaces.yaml"), NAMESPACES);
    int port = GokuProcess.freePort();
    int kafkaPort = GokuProcess.freePort();
    String[] flags = {"--no-agent", "--memory=4GiB", "--namespaces=" + file};
    Path data = directory.resolve("data");
    try (var goku = GokuProcess.start(data, port, kafkaPort, flags)) {
      for (int minute = 0; minute < MINUTES / 2; minute++) {
        write(goku.http(), minute);
      }
      awaitAggregated(goku.http(), MINUTES / 2);
      requireSame(goku.http());
      killInTheMiddleOf(goku, MINUTES / 2);
    }
    try (var goku = GokuProcess.start(data, port, kafkaPort, flags)) {
      for (int minute = MINUTES / 2; minute < MINUTES; minute++) {
        write(goku.http(), minute);
      }
      awaitAggregated(goku.http(), MINUTES);
      requireSame(goku.http());
      requireRight(goku.http());
      time(goku.http());
    }
  }

  /// Writes a minute of all series except the late ones, and the late datapoints of the minute
  /// before.
  private void write(GokuHttp http, int minute) {
    var body = new StringBuilder("[");
    int datapoints = 0;
    for (int series = 0; series < SERIES; series++) {
      boolean late = series % SELDOM == 0;
      if (!late || minute == MINUTES - 1) {
        datapoints += add(body, series, minute, value(series, minute));
      }
      if (late && minute > 0) {
        datapoints += add(body, series, minute - 1, value(series, minute - 1));
      }
      if (series % SELDOM == 1) {
        datapoints += add(body, series, minute, value(series, minute));
      }
      if (series == SERIES - 1 || datapoints >= PER_REQUEST) {
        body.setCharAt(body.length() - 1, ']');
        var answer = http.post("/api/put?summary", body.toString().getBytes(UTF_8));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        body.setLength(1);
        datapoints = 0;
      }
    }
  }

  private int add(StringBuilder body, int series, int minute, double value) {
    body.append("{\"metric\":\"requests\",\"timestamp\":").append(start + minute * 60L);
    body.append(",\"value\":").append(value).append(",\"tags\":{\"host\":\"h").append(series);
    body.append("\",\"dc\":\"d").append(series % CENTERS).append("\"}},");
    return 1;
  }

  private static double value(int series, int minute) {
    return tenths(series, minute) / 10.0;
  }

  private static long tenths(int series, int minute) {
    return (series * 31L + minute * 7L) % 1009 + 1;
  }

  /// Kills the process while a writer writes a minute, which may fail. Everything is written again
  /// afterwards.
  private void killInTheMiddleOf(GokuProcess goku, int minute) throws InterruptedException {
    var begun = new CountDownLatch(1);
    Thread writer =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    for (int next = minute; next < MINUTES; next++) {
                      write(goku.http(), next);
                      begun.countDown();
                    }
                  } catch (UncheckedIOException | AssertionError killed) {
                    begun.countDown();
                  }
                });
    begun.await();
    goku.kill();
    writer.join();
  }

  /// Waits until all datapoints exist and groups come from cells.
  private void awaitAggregated(GokuHttp http, int minutes) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> countOf(http, minutes) == expectedCount(minutes));
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> origins(http).equals("[\"short pre-aggregated 1m\"]"));
  }

  private double countOf(GokuHttp http, int minutes) {
    double all = 0;
    for (var points : answer(http, "sum:1m-count:requests{dc=*}", minutes).values()) {
      all += points.values().stream().mapToDouble(Double::doubleValue).sum();
    }
    return all;
  }

  private static double expectedCount(int minutes) {
    double late = minutes == MINUTES ? 0 : (SERIES + SELDOM - 1) / SELDOM;
    return (double) SERIES * minutes - late;
  }

  private String origins(GokuHttp http) {
    JsonNode answer =
        GokuHttp.parse(http.get(query("zimsum:1m-sum:requests{dc=*}", MINUTES, true)).body());
    return answer.findValues("origins").stream().findFirst().map(JsonNode::toString).orElse("");
  }

  /// All of the answers, against those from the series.
  private void requireSame(GokuHttp http) {
    for (String functions : List.of("sum:1m-count", "mimmin:1m-min", "mimmax:1m-max")) {
      assertThat(aggregated(http, functions)).as(functions).isEqualTo(fromSeries(http, functions));
    }
    requireClose(aggregated(http, "zimsum:1m-sum"), fromSeries(http, "zimsum:1m-sum"));
  }

  /// Compares with the written datapoints, summed up without rounding.
  private void requireRight(GokuHttp http) {
    Map<String, Map<Long, Double>> expected = new TreeMap<>();
    for (int center = 0; center < CENTERS; center++) {
      Map<Long, Double> points = expected.computeIfAbsent("d" + center, dc -> new TreeMap<>());
      for (int minute = 0; minute < MINUTES; minute++) {
        long sum = 0;
        for (int series = center; series < SERIES; series += CENTERS) {
          sum += tenths(series, minute);
        }
        points.put((start + minute * 60L) * 1000, sum / 10.0);
      }
    }
    requireClose(aggregated(http, "zimsum:1m-sum"), expected);
  }

  private static void requireClose(
      Map<String, Map<Long, Double>> found, Map<String, Map<Long, Double>> expected) {
    assertThat(found.keySet()).isEqualTo(expected.keySet());
    found.forEach(
        (dc, points) -> {
          Map<Long, Double> others = expected.getOrDefault(dc, Map.of());
          assertThat(points.keySet()).isEqualTo(others.keySet());
          points.forEach(
              (time, value) ->
                  assertThat(value)
                      .isCloseTo(others.getOrDefault(time, Double.NaN), withinPercentage(1e-10)));
        });
  }

  private void time(GokuHttp http) {
    for (String filter : List.of("{dc=*}", "{dc=*}{host=*}")) {
      double best = Double.MAX_VALUE;
      for (int i = 0; i < TIMED; i++) {
        long began = System.nanoTime();
        answer(http, "zimsum:1m-sum:requests" + filter, MINUTES);
        best = Math.min(best, (System.nanoTime() - began) / 1e6);
      }
      System.out.printf(
          "%,d series, requests%s: best of %d %.1f ms%n", SERIES, filter, TIMED, best);
    }
  }

  private Map<String, Map<Long, Double>> aggregated(GokuHttp http, String functions) {
    return answer(http, functions + ":requests{dc=*}", MINUTES);
  }

  /// A filter on a tag that is not kept is answered from the series.
  private Map<String, Map<Long, Double>> fromSeries(GokuHttp http, String functions) {
    return answer(http, functions + ":requests{dc=*}{host=*}", MINUTES);
  }

  private Map<String, Map<Long, Double>> answer(GokuHttp http, String subQuery, int minutes) {
    Map<String, Map<Long, Double>> groups = new TreeMap<>();
    JsonNode answer = GokuHttp.parse(http.get(query(subQuery, minutes, false)).body());
    for (JsonNode group : answer) {
      Map<Long, Double> points = new TreeMap<>();
      group
          .path("dps")
          .properties()
          .forEach(point -> points.put(Long.valueOf(point.getKey()), point.getValue().asDouble()));
      groups.put(group.path("tags").path("dc").asText(), points);
    }
    return groups;
  }

  private String query(String subQuery, int minutes, boolean stats) {
    String encoded = URLEncoder.encode(subQuery, UTF_8);
    return "/api/query?ms=true&start=%d&end=%d&m=%s%s"
        .formatted(start, start + minutes * 60L - 1, encoded, stats ? "&show_stats=true" : "");
  }
}

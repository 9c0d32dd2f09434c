package goku.integration.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import goku.integration.fixture.Accepted;
import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.PutBatch;
import goku.testkit.HangLimits;
import goku.testkit.ManualClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.awaitility.core.ThrowingRunnable;

/// The written and not deleted datapoints, all of which must be readable.
final class Truth {
  /// The values by millisecond, by tags, by metric.
  private final Map<String, Map<String, Map<Long, Double>>> expected = new TreeMap<>();

  private final long startMillis;

  /// @param startMillis before all datapoints
  Truth(long startMillis) {
    this.startMillis = startMillis;
  }

  /// Writes a datapoint to every step-th of the hosts at each of the times. Returns when all are
  /// acknowledged. All values differ.
  void write(
      GokuHttp http, String metric, int hosts, int step, List<Long> millis, double addition) {
    var batch = new PutBatch(http);
    for (long time : millis) {
      for (int host = 0; host < hosts; host += step) {
        double value = host + (time - startMillis) / 1e9 + addition;
        batch.add(metric, time, value, host);
        expected
            .computeIfAbsent(metric, first -> new HashMap<>())
            .computeIfAbsent("host=h" + host, first -> new HashMap<>())
            .put(time, value);
      }
    }
    batch.send();
  }

  /// Deletes what a metric has between two times, inclusive.
  void delete(GokuHttp http, String metric, long fromMillis, long toMillis) {
    var answer =
        Accepted.answer(
            () ->
                http.delete(
                    "/api/query?ms=true&start=%d&end=%d&m=none:%s"
                        .formatted(fromMillis, toMillis, metric)));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    Map<String, Map<Long, Double>> left = Objects.requireNonNull(expected.get(metric));
    left.values()
        .forEach(series -> series.keySet().removeIf(t -> t >= fromMillis && t <= toMillis));
    left.values().removeIf(Map::isEmpty);
  }

  /// Returns the same expectations, which change no more with these.
  Truth copy() {
    var copy = new Truth(startMillis);
    expected.forEach(
        (metric, series) -> {
          Map<String, Map<Long, Double>> all = new HashMap<>();
          series.forEach((tags, points) -> all.put(tags, new HashMap<>(points)));
          copy.expected.put(metric, all);
        });
    return copy;
  }

  /// All is there now, and nothing else.
  void requireAll(GokuHttp http) {
    expected.forEach(
        (metric, series) -> {
          Map<String, Map<Long, Double>> found = http.series(metric, startMillis);
          assertThat(found.keySet()).as("series of %s", metric).isEqualTo(series.keySet());
          series.forEach(
              (tags, points) -> {
                if (!points.equals(found.get(tags))) { // says much less, and much faster
                  assertThat(found.get(tags)).as("%s{%s}", metric, tags).isEqualTo(points);
                }
              });
        });
  }

  /// Returns what an answer about the metric states that it lacks; empty if nothing.
  String mark(GokuHttp http, String metric) {
    var answer = http.get("/api/query?start=%d&m=none:%s".formatted(startMillis, metric));
    assertThat(answer.statusCode()).as(answer.body()).isIn(200, 503);
    return answer.statusCode() == 503
        ? answer.body()
        : answer.headers().firstValue("X-Goku-Partial").orElse("");
  }

  /// Requires that all is there, or that an answer about the metric is marked.
  void requireAllOrMarked(GokuHttp http, String metric) {
    if (mark(http, metric).isEmpty()) {
      requireAll(http);
    }
  }

  void awaitAll(GokuHttp http) {
    await(() -> requireAll(http));
  }

  static void await(ThrowingRunnable condition) {
    org.awaitility.Awaitility.await().pollInterval(Duration.ofMillis(100)).untilAsserted(condition);
  }

  /// Advances the clock by a minute before each try of a condition. GokuS hands a window over to
  /// GokuL some minutes after it is in the tiers.
  static void awaitWhileTimePasses(ManualClock clock, ThrowingRunnable condition) {
    org.awaitility.Awaitility.await()
        .pollInterval(Duration.ofMillis(100))
        .atMost(HangLimits.PROCESS)
        .untilAsserted(
            () -> {
              clock.advance(Duration.ofMinutes(1));
              condition.run();
            });
  }

  /// Returns a number of times with a distance in minutes.
  static List<Long> times(long fromMillis, int count, int minutes) {
    return IntStream.range(0, count)
        .mapToObj(n -> fromMillis + n * Duration.ofMinutes(minutes).toMillis())
        .toList();
  }
}

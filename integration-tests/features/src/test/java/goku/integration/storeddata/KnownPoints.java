package goku.integration.storeddata;

import static org.assertj.core.api.Assertions.assertThat;

import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.PutBatch;
import goku.integration.reference.StoredSeries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;

/// The acknowledged and not deleted datapoints of one metric. All values differ. Owned by one
/// thread.
final class KnownPoints {
  static final String METRIC = "kept";

  private final Map<String, NavigableMap<Long, Double>> byHost = new TreeMap<>();
  private final int hosts;
  private final Random values = new Random(1);

  KnownPoints(int hosts) {
    this.hosts = hosts;
  }

  /// Returns the same expectations, which no longer change with these.
  KnownPoints copy() {
    var copy = new KnownPoints(hosts);
    byHost.forEach((host, points) -> copy.byHost.put(host, new TreeMap<>(points)));
    return copy;
  }

  /// Writes a datapoint of every host at each time. Returns when all are acknowledged.
  ///
  /// @param toMillis exclusive
  void write(GokuHttp http, long fromMillis, long toMillis, Duration step) {
    var batch = new PutBatch(http);
    for (long time = fromMillis; time < toMillis; time += step.toMillis()) {
      for (int host = 0; host < hosts; host++) {
        batch.add(METRIC, time, expect(host, time), host);
      }
    }
    batch.send();
  }

  /// Expects a datapoint of every host at each time, which the caller stores.
  ///
  /// @param toMillis exclusive
  void expect(long fromMillis, long toMillis, Duration step) {
    for (long time = fromMillis; time < toMillis; time += step.toMillis()) {
      for (int host = 0; host < hosts; host++) {
        expect(host, time);
      }
    }
  }

  private double expect(int host, long time) {
    double value = draw(host);
    keep(host, time, value);
    return value;
  }

  private double draw(int host) {
    return values.nextInt(1 << 20) + host / 64.0;
  }

  private void keep(int host, long time, double value) {
    byHost.computeIfAbsent("h" + host, first -> new TreeMap<>()).put(time, value);
  }

  long firstMillis() {
    return byHost.values().stream().mapToLong(NavigableMap::firstKey).min().orElseThrow();
  }

  private long lastMillis() {
    return byHost.values().stream().mapToLong(NavigableMap::lastKey).max().orElseThrow();
  }

  /// Returns the datapoints of a range of time.
  ///
  /// @param toMillis exclusive
  List<StoredSeries> between(long fromMillis, long toMillis) {
    List<StoredSeries> series = new ArrayList<>();
    byHost.forEach(
        (host, points) -> {
          var part = new TreeMap<>(points.subMap(fromMillis, true, toMillis, false));
          if (!part.isEmpty()) {
            series.add(new StoredSeries(METRIC, new TreeMap<>(Map.of("host", host)), part));
          }
        });
    return series;
  }

  /// Offers a datapoint of every host at each time. Expects those that are acknowledged, and
  /// returns their number.
  ///
  /// @param toMillis exclusive
  int offer(GokuHttp http, long fromMillis, long toMillis, Duration step) {
    int acknowledged = 0;
    for (long time = fromMillis; time < toMillis; time += step.toMillis()) {
      for (int host = 0; host < hosts; host++) {
        double value = draw(host);
        if (PutBatch.isAcknowledged(http, METRIC, time, value, host)) {
          keep(host, time, value);
          acknowledged++;
        }
      }
    }
    return acknowledged;
  }

  /// Deletes the datapoints of all hosts, and no longer expects them. The range has whole windows.
  ///
  /// @param toMillis exclusive
  void delete(GokuHttp http, long fromMillis, long toMillis) {
    var answer =
        http.delete(
            "/api/query?ms=true&start=%d&end=%d&m=none:%s"
                .formatted(fromMillis, toMillis - 1, METRIC));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    byHost.values().forEach(points -> points.subMap(fromMillis, true, toMillis, false).clear());
  }

  /// Queries all times. Returns the comparison.
  ///
  /// @param nowMillis by the clock of the process
  Comparison compare(GokuHttp http, long nowMillis) {
    long day = Duration.ofDays(1).toMillis();
    long fromMillis = firstMillis() - day;
    long toMillis = Math.max(nowMillis, lastMillis()) + day;
    var answer =
        http.get(
            "/api/query?ms=true&start=%d&end=%d&m=none:%s".formatted(fromMillis, toMillis, METRIC));
    String partial = answer.headers().firstValue("X-Goku-Partial").orElse("");
    return Comparison.of(byHost, answer.statusCode(), new Mark(partial, nowMillis), answer.body());
  }
}

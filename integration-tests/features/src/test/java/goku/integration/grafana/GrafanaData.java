package goku.integration.grafana;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.integration.fixture.GokuHttp;
import java.time.Instant;
import java.util.Map;

/// The data of the tests' dashboards: ten minutes that began half an hour ago.
///
/// | metric | series | datapoints |
/// | --- | --- | --- |
/// | `app.cpu` | `web01` and `web02` in `lon`, `web03` in `par`, all `env=prod` | every 20 s |
/// | `app.gaps` | `web01` | in minutes 0, 1 and 4 |
/// | `app.counter` | `web01` | 100, 200, 50, 150, minute by minute |
/// | `app.many` | 40 hosts with 30 endpoints each | one |
final class GrafanaData {
  static final int HOSTS = 40;
  static final int ENDPOINTS = 30;

  private final ArrayNode points = JsonNodeFactory.instance.arrayNode();
  private final long start;

  GrafanaData(Instant now) {
    this.start = now.getEpochSecond() / 60 * 60 - 1800;
    for (int i = 0; i < 30; i++) {
      add("app.cpu", 20L * i, i, Map.of("host", "web01", "dc", "lon", "env", "prod"));
      add("app.cpu", 20L * i, 1, Map.of("host", "web02", "dc", "lon", "env", "prod"));
      add("app.cpu", 20L * i, 2.5, Map.of("host", "web03", "dc", "par", "env", "prod"));
    }
    add("app.gaps", 0, 1, Map.of("host", "web01"));
    add("app.gaps", 60, 2, Map.of("host", "web01"));
    add("app.gaps", 240, 5, Map.of("host", "web01"));
    double[] counter = {100, 200, 50, 150};
    for (int i = 0; i < counter.length; i++) {
      add("app.counter", 60L * i, counter[i], Map.of("host", "web01"));
    }
    for (int i = 0; i < HOSTS * ENDPOINTS; i++) {
      String host = "web%02d".formatted(i / ENDPOINTS);
      add("app.many", 0, i, Map.of("host", host, "endpoint", "e%02d".formatted(i % ENDPOINTS)));
    }
  }

  /// Seconds since the epoch, the beginning of a minute.
  long start() {
    return start;
  }

  void load(GokuHttp http) {
    var answer = http.put(points.toString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
    for (String metric : new String[] {"app.cpu", "app.gaps", "app.counter", "app.many"}) {
      await().until(() -> datapoints(http, metric) == written(metric));
    }
  }

  private int datapoints(GokuHttp http, String metric) {
    return http.series(metric, start * 1000).values().stream().mapToInt(Map::size).sum();
  }

  private int written(String metric) {
    int count = 0;
    for (var point : points) {
      count += point.get("metric").asText().equals(metric) ? 1 : 0;
    }
    return count;
  }

  private void add(String metric, long seconds, double value, Map<String, String> tags) {
    ObjectNode point = points.addObject();
    point.put("metric", metric).put("timestamp", start + seconds).put("value", value);
    ObjectNode json = point.putObject("tags");
    tags.forEach(json::put);
  }
}

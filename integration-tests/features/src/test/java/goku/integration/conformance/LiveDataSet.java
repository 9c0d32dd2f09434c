package goku.integration.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import goku.integration.fixture.GokuHttp;
import goku.root.conformance.corpus.DataSet;
import goku.root.conformance.corpus.Shift;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The corpus's data set, written to a running process, with a wait until all of it can be read.
final class LiveDataSet {
  private static final int BATCH = 2000;

  private final GokuHttp http;
  private final List<DataSet.Point> points;

  LiveDataSet(GokuHttp http, Shift shift) {
    this.http = http;
    this.points = DataSet.points(shift);
  }

  void load() {
    for (int from = 0; from < points.size(); from += BATCH) {
      ArrayNode batch = JsonNodeFactory.instance.arrayNode();
      points.subList(from, Math.min(points.size(), from + BATCH)).forEach(p -> batch.add(p.json()));
      var answer = http.post("/api/put?details", batch.toString().getBytes(UTF_8));
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }
    long start = points.stream().mapToLong(DataSet.Point::timestampMillis).min().orElseThrow();
    bySeries()
        .forEach(
            (metric, series) ->
                await()
                    .untilAsserted(() -> assertThat(http.series(metric, start)).isEqualTo(series)));
  }

  /// Returns the readable datapoints by metric and tags: of repeated ones the last.
  private Map<String, Map<String, Map<Long, Double>>> bySeries() {
    Map<String, Map<String, Map<Long, Double>>> all = new TreeMap<>();
    for (DataSet.Point point : points) {
      String tags =
          new TreeMap<>(point.tags())
              .entrySet().stream()
                  .map(tag -> tag.getKey() + "=" + tag.getValue())
                  .collect(Collectors.joining(","));
      all.computeIfAbsent(point.metric(), first -> new HashMap<>())
          .computeIfAbsent(tags, first -> new HashMap<>())
          .put(point.timestampMillis(), Double.valueOf(point.value()));
    }
    return all;
  }
}

package goku.integration.differential;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import goku.integration.fixture.HttpWire;
import goku.root.conformance.corpus.CaseTokens;
import goku.root.conformance.corpus.DataSet;
import goku.root.conformance.corpus.RecordedRequest;
import goku.root.conformance.corpus.Shift;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A server on this machine that answers OpenTSDB's HTTP API.
record Server(int port) {
  private static final int BATCH = 50; // OpenTSDB refuses longer bodies that are not chunked
  private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

  HttpWire.Reply ask(RecordedRequest request) {
    return ask(request, Shift.NONE);
  }

  /// Sends a request with its times moved.
  HttpWire.Reply ask(RecordedRequest request, Shift shift) {
    var tokens =
        new CaseTokens(
            shift,
            Instant.now(),
            name -> {
              throw new IllegalArgumentException(name);
            });
    return new HttpWire(port)
        .send(request.method(), request.target(tokens), request.headers(), request.body(tokens));
  }

  /// Returns whether an OpenTSDB answers.
  boolean isThere() {
    try {
      return new HttpWire(port).get("/api/version", Map.of()).status() == 200;
    } catch (RuntimeException refused) {
      return false;
    }
  }

  /// Returns how many datapoints of the data the server has.
  long count(DrawnData data) {
    return data.metrics().stream().mapToLong(metric -> count(metric, data.startSeconds())).sum();
  }

  private long count(String metric, long startSeconds) {
    String target =
        "/api/query?ms&start=%d&end=%d&m=none:%s"
            .formatted(startSeconds, startSeconds + DrawnData.SECONDS + 1, metric);
    try {
      long count = 0;
      for (JsonNode series :
          new ObjectMapper().readTree(new HttpWire(port).get(target, Map.of()).text())) {
        count += series.path("dps").size();
      }
      return count;
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  void put(List<DataSet.Point> points) {
    var http = new HttpWire(port);
    for (int from = 0; from < points.size(); from += BATCH) {
      ArrayNode batch = Requests.array();
      points.subList(from, Math.min(points.size(), from + BATCH)).forEach(p -> batch.add(p.json()));
      HttpWire.Reply reply =
          http.send("POST", "/api/put?details", JSON, batch.toString().getBytes(UTF_8));
      if (reply.status() != 200) {
        throw new AssertionError("put answered %d %s".formatted(reply.status(), reply.text()));
      }
    }
  }

  /// Makes an OpenTSDB number names in their order: some aggregators take series in the order of
  /// these numbers, and Goku in the order of names.
  void numberNames(DrawnData data) {
    assign("metric", data.metrics().stream());
    assign("tagk", data.values().keySet().stream());
    assign("tagv", data.values().values().stream().flatMap(List::stream));
  }

  private void assign(String kind, Stream<String> names) {
    String target = "/api/uid/assign?" + kind + "=" + names.sorted().collect(joining(","));
    new HttpWire(port).get(target, Map.of()); // answers 400 if a name has a number already
  }
}

package goku.integration.differential;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.integration.fixture.HttpWire;
import goku.root.conformance.corpus.CaseTokens;
import goku.root.conformance.corpus.DataSet;
import goku.root.conformance.corpus.LookupAnswer;
import goku.root.conformance.corpus.RecordedRequest;
import goku.root.conformance.corpus.Shift;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A server on this machine that answers OpenTSDB's HTTP API.
record Server(int port) {
  private static final int BATCH = 50; // OpenTSDB refuses longer bodies that are not chunked
  private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

  /// More than there are keys of tags.
  private static final int PADDING = 50;

  /// The UID in an answer of `/api/uid/assign`, also in the refusal to give a name another one.
  private static final Pattern UID = Pattern.compile("(?:UID: |:\")([0-9A-F]{6,})\"");

  HttpWire.Reply ask(RecordedRequest request) {
    return ask(request, Shift.NONE);
  }

  /// Sends a request with its times moved.
  HttpWire.Reply ask(RecordedRequest request, Shift shift) {
    var tokens = new CaseTokens(shift, Instant.now(), this::identifier);
    return new HttpWire(port)
        .send(request.method(), request.target(tokens), request.headers(), request.body(tokens));
  }

  /// Returns the TSUID of `metric{k=v}`, or the UID of `type=name`.
  private String identifier(String name) {
    var http = new HttpWire(port);
    if (name.endsWith("}")) {
      String target = "/api/search/lookup?m=" + URLEncoder.encode(name, UTF_8);
      return LookupAnswer.tsuid(name, http.get(target, Map.of()).text());
    }
    String answer = http.get("/api/uid/assign?" + name, Map.of()).text();
    Matcher uid = UID.matcher(answer);
    if (!uid.find()) {
      throw new AssertionError("no UID of %s: %s".formatted(name, answer));
    }
    return uid.group(1);
  }

  /// Returns whether an OpenTSDB answers.
  boolean isThere() {
    try {
      return new HttpWire(port).get("/api/version", Map.of()).status() == 200;
    } catch (RuntimeException refused) {
      return false;
    }
  }

  /// Returns whether an OpenTSDB is configured to take histograms.
  boolean takesHistograms() {
    String configuration = new HttpWire(port).get("/api/config", Map.of()).text();
    return configuration.contains("SimpleHistogramDecoder");
  }

  /// Returns how many datapoints of the data the server has.
  long count(DrawnData data) {
    long histograms =
        count("percentiles%5B50%5D:" + data.histograms().metric(), data.startSeconds());
    return histograms
        + data.metrics().stream().mapToLong(metric -> count(metric, data.startSeconds())).sum();
  }

  private long count(String selection, long startSeconds) {
    String target =
        "/api/query?ms&start=%d&end=%d&m=none:%s"
            .formatted(startSeconds, startSeconds + DrawnData.SECONDS + 1, selection);
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

  void put(DrawnData data) {
    put("/api/put", data.points().stream().map(DataSet.Point::json).toList());
    put("/api/histogram", data.histograms().datapoints());
  }

  private void put(String path, List<ObjectNode> datapoints) {
    var http = new HttpWire(port);
    for (int from = 0; from < datapoints.size(); from += BATCH) {
      ArrayNode batch = Requests.array();
      batch.addAll(datapoints.subList(from, Math.min(datapoints.size(), from + BATCH)));
      HttpWire.Reply reply =
          http.send("POST", path + "?details", JSON, batch.toString().getBytes(UTF_8));
      if (reply.status() != 200) {
        throw new AssertionError("put answered %d %s".formatted(reply.status(), reply.text()));
      }
    }
  }

  /// Makes an OpenTSDB number names in their order: some aggregators take series in the order of
  /// these numbers, and Goku in the order of names. The numbers of values are higher than those of
  /// keys: joins of expressions in OpenTSDB take a key for a value of the same number.
  void numberNames(DrawnData data) {
    assign("tagv", IntStream.range(0, PADDING).mapToObj("d.pad%03d"::formatted));
    assign("metric", data.metrics().stream());
    assign("metric", Stream.of(data.histograms().metric()));
    assign("tagk", data.values().keySet().stream());
    assign("tagv", data.values().values().stream().flatMap(List::stream));
  }

  /// Deletes the metadata that earlier runs wrote of names.
  void forgetMetadata(DrawnData data) {
    forget("metric", data.metrics().stream());
    forget("tagk", data.values().keySet().stream());
    forget("tagv", data.values().values().stream().flatMap(List::stream));
  }

  private void forget(String kind, Stream<String> names) {
    names.forEach(
        name -> {
          String body =
              Requests.object()
                  .put("type", kind)
                  .put("uid", identifier(kind + "=" + name))
                  .toString();
          new HttpWire(port).send("DELETE", "/api/uid/uidmeta", JSON, body.getBytes(UTF_8));
        });
  }

  private void assign(String kind, Stream<String> names) {
    String target = "/api/uid/assign?" + kind + "=" + names.sorted().collect(joining(","));
    new HttpWire(port).get(target, Map.of()); // answers 400 if a name has a number already
  }
}

package goku.root.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import goku.http.HttpRequest;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A case of the corpus: a request and what OpenTSDB answered.
record RecordedCase(JsonNode json) {
  String id() {
    return json.get("id").asText();
  }

  String compare() {
    return json.get("compare").asText();
  }

  JsonNode expected() {
    return json.get("expect");
  }

  double tolerance() {
    return json.path("tolerance").asDouble(1e-9);
  }

  double absoluteTolerance() {
    return json.path("abs_tolerance").asDouble(1e-12);
  }

  List<Integer> statuses() {
    List<Integer> statuses = new ArrayList<>();
    json.path("status_any").forEach(status -> statuses.add(status.asInt()));
    return statuses.isEmpty() ? List.of(expected().get("status").asInt()) : statuses;
  }

  /// Requests that are sent before.
  JsonNode steps() {
    return json.path("steps");
  }

  HttpRequest request(CaseTokens tokens) {
    return new HttpRequest(
        json.path("method").asText("GET"),
        tokens.fill(json.get("path").asText()),
        parameters(tokens),
        Map.of("content-type", "application/json"),
        body(tokens).getBytes(UTF_8),
        "test");
  }

  private String body(CaseTokens tokens) {
    if (json.has("body")) {
      return tokens.fill(json.get("body")).toString();
    }
    return tokens.fill(json.path("body_text").asText(""));
  }

  private Map<String, List<String>> parameters(CaseTokens tokens) {
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    for (JsonNode pair : json.path("params")) {
      String value = pair.get(1).isNull() ? "" : tokens.fill(pair.get(1).asText());
      add(parameters, pair.get(0).asText(), value);
    }
    if (json.has("raw_query")) {
      for (String pair : tokens.fill(json.get("raw_query").asText()).split("&", -1)) {
        String[] parts = pair.split("=", 2);
        add(parameters, decoded(parts[0]), parts.length == 1 ? "" : decoded(parts[1]));
      }
    }
    return parameters;
  }

  private static void add(Map<String, List<String>> parameters, String name, String value) {
    parameters.computeIfAbsent(name, first -> new ArrayList<>()).add(value);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, UTF_8);
  }

  @Override
  public String toString() {
    return id();
  }
}

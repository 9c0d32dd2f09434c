package goku.root.slow;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.http.HttpRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// The log line of a slow query, and its fields for logs in JSON.
///
/// @param leftOut the number of slow queries before this one that were not logged
record SlowQueryLine(
    HttpRequest request,
    QueryTrace trace,
    Duration took,
    SlowQueries.Outcome outcome,
    long leftOut) {
  /// The largest number of characters logged of a query. Hand-written ones are shorter, those of
  /// dashboards may be longer.
  static final int LONGEST_QUERY = 4000;

  /// Returns the fields in the order of the line. Durations are in milliseconds.
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("took", took.toMillis());
    fields.put("queue", trace.stage(Stage.QUEUE).toMillis());
    fields.put("plan", trace.stage(Stage.PLAN).toMillis());
    fields.put("nodes", trace.stage(Stage.NODES).toMillis());
    fields.put("answer", answer().toMillis());
    fields.put("work", trace.work().toMillis());
    fields.put("status", outcome.status());
    fields.put("user", request.user() == null ? "-" : request.user());
    fields.put("client", request.remote());
    fields.put("agent", oneLine(request.header("user-agent").orElse("-")));
    fields.put("series", trace.series());
    fields.put("datapoints", trace.datapoints());
    fields.put("bytes", outcome.bytes());
    fields.put("origins", trace.origins().isEmpty() ? "-" : trace.origins());
    if (!outcome.error().isEmpty()) {
      fields.put("error", oneLine(outcome.error()));
    }
    if (leftOut > 0) {
      fields.put("not-logged-before", leftOut);
    }
    fields.put("query", query());
    return fields;
  }

  String text() {
    return fields().entrySet().stream()
        .map(field -> field.getKey() + "=" + quoted(field.getValue()))
        .collect(Collectors.joining(" "));
  }

  /// Returns the time that belongs to no stage: reading, finishing and writing groups.
  private Duration answer() {
    Duration rest = took;
    for (Stage stage : Stage.values()) {
      rest = rest.minus(trace.stage(stage));
    }
    return rest.isNegative() ? Duration.ZERO : rest;
  }

  private String query() {
    String parameters =
        request.parameters().entrySet().stream()
            .flatMap(
                one ->
                    one.getValue().stream()
                        .map(value -> value.isEmpty() ? one.getKey() : one.getKey() + "=" + value))
            .collect(Collectors.joining("&"));
    String body = request.body().length == 0 ? "" : " " + new String(request.body(), UTF_8);
    String path = parameters.isEmpty() ? request.path() : request.path() + "?" + parameters;
    String all = oneLine(request.method() + " " + path + body);
    int more = all.length() - LONGEST_QUERY;
    return more <= 0
        ? all
        : all.substring(0, LONGEST_QUERY) + "… (%d more characters)".formatted(more);
  }

  /// Replaces control characters, so that clients cannot forge log lines.
  private static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ");
  }

  private static String quoted(Object value) {
    String text = value.toString();
    return text.indexOf(' ') < 0 ? text : "\"" + text.replace("\"", "\\\"") + "\"";
  }
}

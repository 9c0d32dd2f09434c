package goku.integration.differential;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/// Random requests of `/api/annotation` about global annotations at a few moments, so that most
/// requests meet an annotation. The first ones delete the annotations of earlier runs.
final class AnnotationDraw {
  private static final int MOMENTS = 5;

  private final Draws draws;
  private final List<String> moments;
  private final Deque<String> unknown;

  AnnotationDraw(Draws draws) {
    this.draws = draws;
    moments = IntStream.range(0, MOMENTS).mapToObj(i -> moment()).toList();
    unknown = new ArrayDeque<>(moments);
  }

  /// Returns a whole second, or milliseconds that are not a whole second: Goku answers a whole
  /// second in seconds.
  private String moment() {
    int second = draws.between(0, DrawnData.SECONDS);
    return draws.oneIn(2)
        ? "@n{s:%d}".formatted(second)
        : "@n{ms:%d.%03d}".formatted(second, draws.between(1, 999));
  }

  ObjectNode any() {
    if (!unknown.isEmpty()) {
      return request("DELETE", at(unknown.remove()));
    }
    ObjectNode note = draws.oneIn(30) ? Requests.object() : at(draws.of(moments));
    String method = draws.of("POST", "POST", "PUT", "GET", "GET", "GET", "DELETE");
    if (method.startsWith("P")) {
      write(note);
    }
    return request(method, note);
  }

  private void write(ObjectNode note) {
    if (draws.oneIn(2)) {
      note.put("description", draws.of("deploy", "ü \"x\"", ""));
    }
    if (draws.oneIn(2)) {
      note.put("notes", draws.of("by hand", "a\nb"));
    }
    if (draws.oneIn(3)) {
      note.put("endTime", "@n{s:%d}".formatted(DrawnData.SECONDS + draws.between(0, 60)));
    }
    if (draws.oneIn(3)) {
      note.putObject("custom").put(draws.of("owner", "ticket"), draws.of("web", "1"));
    }
  }

  private static ObjectNode at(String moment) {
    return Requests.object().put("startTime", moment);
  }

  /// Returns a request with a body: in a query string OpenTSDB reads seconds only.
  private static ObjectNode request(String method, ObjectNode note) {
    return Requests.post("annotation", "/api/annotation", note).put("method", method);
  }
}

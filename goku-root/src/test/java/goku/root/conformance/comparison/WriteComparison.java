package goku.root.conformance.comparison;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// A comparison of replies to writers: summaries and details of `/api/put`, and telnet lines.
final class WriteComparison {
  private WriteComparison() {}

  static void put(JsonNode want, JsonNode got) {
    Mismatch.unless(got.isObject(), "not an object: %s", got);
    for (String member : List.of("success", "failed", "timeouts")) {
      Mismatch.unless(
          want.path(member).equals(got.path(member)),
          "%s: want %s, got %s",
          member,
          want.path(member),
          got.path(member));
    }
    Mismatch.unless(want.has("errors") == got.has("errors"), "errors: got %s", got);
    JsonNode errors = got.path("errors");
    Mismatch.unless(want.path("errors").size() == errors.size(), "errors: got %s", errors);
    for (JsonNode error : errors) {
      Mismatch.unless(
          error.has("datapoint") && !error.path("error").asText().isEmpty(),
          "want datapoint and error, got %s",
          error);
    }
  }

  /// Compares line by line, up to the second colon.
  static void lines(List<String> want, List<String> got) {
    List<String> wanted = want.stream().map(WriteComparison::head).toList();
    List<String> found = got.stream().map(WriteComparison::head).toList();
    Mismatch.unless(wanted.equals(found), "want %s, got %s", wanted, found);
  }

  private static String head(String line) {
    String[] parts = line.split(":", -1);
    return parts.length > 2 ? parts[0] + ":" + parts[1] : parts[0];
  }
}

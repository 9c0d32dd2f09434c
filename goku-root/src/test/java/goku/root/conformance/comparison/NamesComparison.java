package goku.root.conformance.comparison;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// A comparison of answers of `/api/search/lookup`.
final class NamesComparison {
  private final Values values;

  NamesComparison(Values values) {
    this.values = values;
  }

  /// Compares an answer.
  ///
  /// @param countOnly whether to compare only the number of results
  void lookup(JsonNode want, JsonNode got, boolean countOnly) {
    Mismatch.unless(got.isObject(), "not an object: %s", got);
    Values.members(want, got);
    for (String member : List.of("type", "metric", "limit", "startIndex", "totalResults")) {
      if (want.has(member)) {
        values.deep(want.get(member), got.get(member), member);
      }
    }
    if (want.has("tags")) {
      Values.set(want.get("tags"), got.get("tags"), "tags");
    }
    List<String> wanted = names(want.get("results"));
    List<String> found = names(got.get("results"));
    Mismatch.unless(
        wanted.size() == found.size() && (countOnly || wanted.equals(found)),
        "results: want %s, got %s",
        wanted,
        found);
    for (JsonNode result : got.get("results")) {
      Mismatch.unless(!result.path("tsuid").asText().isEmpty(), "no tsuid: %s", result);
    }
  }

  private static List<String> names(JsonNode results) {
    List<String> names = new ArrayList<>();
    results.forEach(
        result ->
            names.add(result.path("metric").asText() + Values.canonical(result.path("tags"))));
    names.sort(null);
    return names;
  }
}

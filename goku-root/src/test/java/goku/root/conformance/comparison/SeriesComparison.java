package goku.root.conformance.comparison;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A comparison of answers of `/api/query`: series by metric, tags and aggregateTags. Series that
/// are equal in all three must be in the order of the sub-queries, or in any order for an
/// expression.
final class SeriesComparison {
  private final Points points;
  private final boolean inOrder;

  SeriesComparison(Points points, boolean inOrder) {
    this.points = points;
    this.inOrder = inOrder;
  }

  void check(JsonNode want, JsonNode got) {
    Mismatch.unless(got.isArray(), "not an array: %s", got);
    Mismatch.unless(hasSummary(want) == hasSummary(got), "statsSummary in %s", got);
    Map<String, List<JsonNode>> wanted = byName(want);
    Map<String, List<JsonNode>> found = byName(got);
    Mismatch.unless(
        wanted.keySet().equals(found.keySet()),
        "series: want %s, got %s",
        wanted.keySet(),
        found.keySet());
    wanted.forEach((name, series) -> alike(name, series, found.getOrDefault(name, List.of())));
  }

  private void alike(String name, List<JsonNode> want, List<JsonNode> got) {
    Mismatch.unless(
        want.size() == got.size(), "%s: %d times want, %d got", name, want.size(), got.size());
    if (!inOrder) {
      Pairing.of(want, got, (a, b) -> one(name, a, b));
      return;
    }
    for (int i = 0; i < want.size(); i++) {
      one(name, want.get(i), got.get(i));
    }
  }

  private void one(String name, JsonNode want, JsonNode got) {
    points.series(want.get("dps"), got.path("dps"), name);
    for (String member : List.of("tsuids", "query", "stats")) {
      Mismatch.unless(want.has(member) == got.has(member), "%s: %s", name, member);
    }
    if (want.has("tsuids")) {
      tsuids(name, want.get("tsuids"), got.get("tsuids"));
    }
    if (want.has("query")) {
      query(name, want.get("query"), got.get("query"));
    }
  }

  private static void tsuids(String name, JsonNode want, JsonNode got) {
    Set<String> tsuids = new HashSet<>();
    got.forEach(tsuid -> tsuids.add(tsuid.asText()));
    boolean hexadecimal = tsuids.stream().allMatch(tsuid -> tsuid.matches("[0-9A-F]+"));
    Mismatch.unless(
        got.size() == want.size() && tsuids.size() == want.size() && hexadecimal,
        "%s: tsuids: want %d distinct in upper-case hexadecimal digits, got %s",
        name,
        want.size(),
        got);
  }

  private static void query(String name, JsonNode want, JsonNode got) {
    for (String member :
        List.of("aggregator", "metric", "downsample", "rate", "explicitTags", "index")) {
      JsonNode wanted = orNull(want.path(member));
      JsonNode found = orNull(got.path(member));
      Mismatch.unless(
          wanted.equals(found), "%s: query.%s: want %s, got %s", name, member, wanted, found);
    }
    List<String> wanted = filters(want);
    List<String> found = filters(got);
    Mismatch.unless(
        wanted.equals(found), "%s: query.filters: want %s, got %s", name, wanted, found);
  }

  private static JsonNode orNull(JsonNode node) {
    return node instanceof MissingNode ? NullNode.getInstance() : node;
  }

  private static List<String> filters(JsonNode query) {
    List<String> filters = new ArrayList<>();
    for (JsonNode filter : query.path("filters")) {
      filters.add(
          "%s %s %s %s"
              .formatted(
                  filter.path("tagk"),
                  filter.path("type"),
                  filter.path("filter"),
                  filter.path("groupBy")));
    }
    filters.sort(null);
    return filters;
  }

  private static boolean hasSummary(JsonNode answer) {
    for (JsonNode element : answer) {
      if (element.has("statsSummary")) {
        return true;
      }
    }
    return false;
  }

  private static Map<String, List<JsonNode>> byName(JsonNode answer) {
    Map<String, List<JsonNode>> result = new LinkedHashMap<>();
    for (JsonNode series : answer) {
      if (!series.has("statsSummary")) {
        Mismatch.unless(
            series.has("metric") && series.has("tags") && series.has("aggregateTags"),
            "a series lacks metric, tags or aggregateTags: %s",
            series);
        String name =
            series.get("metric").asText()
                + Values.canonical(series.get("tags"))
                + Values.sorted(series.get("aggregateTags"));
        result.computeIfAbsent(name, first -> new ArrayList<>()).add(series);
      }
    }
    return result;
  }
}

package goku.root.conformance;

import static goku.root.conformance.Comparison.require;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Compares answers of `/api/query`: series by metric, tags and aggregateTags; those alike in all
/// of these in the order of the sub queries, or in any order where there is none.
final class SeriesComparison {
  private final Comparison values;
  private final boolean ordered;

  SeriesComparison(Comparison values, boolean ordered) {
    this.values = values;
    this.ordered = ordered;
  }

  void check(JsonNode want, JsonNode got) {
    require(got.isArray(), "not an array: %s", got);
    require(summaries(want) == summaries(got), "statsSummary: got %d", summaries(got));
    Map<String, List<JsonNode>> wanted = byName(want);
    Map<String, List<JsonNode>> found = byName(got);
    require(
        wanted.keySet().equals(found.keySet()),
        "series: want %s, got %s",
        wanted.keySet(),
        found.keySet());
    wanted.forEach(
        (name, series) -> {
          require(series.size() == found.get(name).size(), "%s comes more than once", name);
          for (JsonNode one : series) {
            take(name, one, found.get(name));
          }
        });
  }

  /// Takes a series that is like the wanted one from the candidates: the first, or any.
  private void take(String name, JsonNode want, List<JsonNode> candidates) {
    AssertionError reason = new AssertionError(name);
    for (int i = 0; i < (ordered ? 1 : candidates.size()); i++) {
      try {
        one(name, want, candidates.get(i));
        candidates.remove(i);
        return;
      } catch (AssertionError e) {
        reason = e;
      }
    }
    throw reason;
  }

  private void one(String name, JsonNode want, JsonNode got) {
    require(
        want.get("dps").getNodeType() == got.path("dps").getNodeType(), "%s: form of dps", name);
    if (want.get("dps").isArray()) {
      values.deep(want.get("dps"), got.get("dps"), name);
    } else {
      points(name, want.get("dps"), got.get("dps"));
    }
    for (String member : List.of("tsuids", "query", "stats")) {
      require(want.has(member) == got.has(member), "%s: %s", name, member);
    }
    if (want.has("tsuids")) {
      Set<String> tsuids = new HashSet<>();
      got.get("tsuids").forEach(tsuid -> tsuids.add(tsuid.asText()));
      require(tsuids.size() == want.get("tsuids").size(), "%s: tsuids %s", name, tsuids);
    }
    if (want.has("query")) {
      query(name, want.get("query"), got.get("query"));
    }
  }

  private void points(String name, JsonNode want, JsonNode got) {
    Map<Long, JsonNode> wanted = byTime(want);
    Map<Long, JsonNode> found = byTime(got);
    Set<Long> missing = new TreeSet<>(wanted.keySet());
    missing.removeAll(found.keySet());
    Set<Long> extra = new TreeSet<>(found.keySet());
    extra.removeAll(wanted.keySet());
    require(
        missing.isEmpty() && extra.isEmpty(),
        "%s: missing %s, extra %s",
        name,
        relative(missing),
        relative(extra));
    wanted.forEach(
        (time, value) ->
            values.value(value, found.get(time), name + " @" + relative(Set.of(time))));
  }

  private void query(String name, JsonNode want, JsonNode got) {
    for (String member :
        List.of("aggregator", "metric", "downsample", "rate", "explicitTags", "index")) {
      values.deep(want.get(member), got.get(member), name + " query." + member);
    }
    require(filters(want).equals(filters(got)), "%s: query.filters %s", name, got);
  }

  private static Set<String> filters(JsonNode query) {
    Set<String> filters = new TreeSet<>();
    for (JsonNode filter : query.get("filters")) {
      filters.add(
          "%s %s %s %s"
              .formatted(
                  filter.get("tagk"),
                  filter.get("type"),
                  filter.get("filter"),
                  filter.get("groupBy")));
    }
    return filters;
  }

  private static Map<Long, JsonNode> byTime(JsonNode dps) {
    Map<Long, JsonNode> result = new TreeMap<>();
    dps.properties().forEach(point -> result.put(Long.valueOf(point.getKey()), point.getValue()));
    return result;
  }

  private static List<String> relative(Set<Long> times) {
    return times.stream()
        .limit(4)
        .map(time -> time > 100_000_000_000L ? time / 1000.0 : time)
        .map(time -> "T0%+.3f".formatted(time - CaseTokens.T0.getEpochSecond()))
        .toList();
  }

  private static int summaries(JsonNode answer) {
    int count = 0;
    for (JsonNode element : answer) {
      count += element.has("statsSummary") ? 1 : 0;
    }
    return count;
  }

  private static Map<String, List<JsonNode>> byName(JsonNode answer) {
    Map<String, List<JsonNode>> result = new LinkedHashMap<>();
    for (JsonNode series : answer) {
      if (!series.has("statsSummary")) {
        Set<String> tags = new TreeSet<>();
        series.get("tags").properties().forEach(tag -> tags.add(tag.toString()));
        Set<String> aggregated = new TreeSet<>();
        series.get("aggregateTags").forEach(key -> aggregated.add(key.asText()));
        String name = series.get("metric").asText() + tags + aggregated;
        result.computeIfAbsent(name, first -> new ArrayList<>()).add(series);
      }
    }
    return result;
  }
}

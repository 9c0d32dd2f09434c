package goku.root.conformance;

import static goku.root.conformance.Comparison.require;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// Compares answers of `/api/query/exp`: outputs in their order, columns by what `meta` says of
/// them, those alike in that in any order.
final class ExpComparison {
  private final Comparison values;

  ExpComparison(Comparison values) {
    this.values = values;
  }

  void check(JsonNode want, JsonNode got) {
    require(got.has("query"), "no query in the answer: %s", got);
    require(ids(want).equals(ids(got)), "outputs: want %s, got %s", ids(want), ids(got));
    for (int i = 0; i < want.get("outputs").size(); i++) {
      output(want.get("outputs").get(i), got.get("outputs").get(i));
    }
  }

  private void output(JsonNode want, JsonNode got) {
    String where = "output " + want.get("id").asText();
    require(want.path("alias").equals(got.path("alias")), "%s: alias of %s", where, got);
    require(want.has("meta") == got.has("meta"), "%s: meta", where);
    Map<String, List<Integer>> wanted = columns(want);
    Map<String, List<Integer>> found = columns(got);
    require(
        wanted.keySet().equals(found.keySet()),
        "%s: columns: want %s, got %s",
        where,
        wanted.keySet(),
        found.keySet());
    values.deep(column(want, 0), column(got, 0), where + " timestamps");
    wanted.forEach(
        (name, indexes) -> {
          List<Integer> candidates = found.get(name);
          require(indexes.size() == candidates.size(), "%s: %s comes more than once", where, name);
          for (int index : indexes) {
            take(column(want, index), got, candidates, where + " " + name);
          }
        });
    values.deep(want.get("dpsMeta"), got.get("dpsMeta"), where + " dpsMeta");
  }

  /// Takes a column that is like the wanted one from the candidates.
  private void take(JsonNode want, JsonNode got, List<Integer> candidates, String where) {
    AssertionError reason = new AssertionError(where);
    for (Iterator<Integer> left = candidates.iterator(); left.hasNext(); ) {
      try {
        values.deep(want, column(got, left.next()), where);
        left.remove();
        return;
      } catch (AssertionError e) {
        reason = e;
      }
    }
    throw reason;
  }

  private static JsonNode column(JsonNode output, int index) {
    ArrayNode column = JsonNodeFactory.instance.arrayNode();
    output.get("dps").forEach(row -> column.add(row.path(index)));
    return column;
  }

  private static Map<String, List<Integer>> columns(JsonNode output) {
    Map<String, List<Integer>> columns = new TreeMap<>();
    for (JsonNode meta : output.path("meta")) {
      if (meta.get("index").asInt() > 0) {
        TreeSet<String> metrics = new TreeSet<>();
        meta.get("metrics").forEach(metric -> metrics.add(metric.asText()));
        TreeSet<String> tags = new TreeSet<>();
        meta.get("commonTags").properties().forEach(tag -> tags.add(tag.toString()));
        TreeSet<String> keys = new TreeSet<>();
        meta.get("aggregatedTags").forEach(key -> keys.add(key.asText()));
        columns
            .computeIfAbsent("" + metrics + tags + keys, first -> new ArrayList<>())
            .add(meta.get("index").asInt());
      }
    }
    return columns;
  }

  private static List<String> ids(JsonNode answer) {
    List<String> ids = new ArrayList<>();
    answer.path("outputs").forEach(output -> ids.add(output.get("id").asText()));
    return ids;
  }
}

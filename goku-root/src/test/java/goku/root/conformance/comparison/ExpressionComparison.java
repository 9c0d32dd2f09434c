package goku.root.conformance.comparison;

import com.fasterxml.jackson.databind.JsonNode;
import goku.root.conformance.corpus.Shift;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A comparison of answers of `/api/query/exp`: outputs by id, columns by the metrics and tags in
/// `meta`.
final class ExpressionComparison {
  private final Values values;
  private final Points points;
  private final Shift shift;

  ExpressionComparison(Values values, Points points, Shift shift) {
    this.values = values;
    this.points = points;
    this.shift = shift;
  }

  void check(JsonNode want, JsonNode got) {
    Mismatch.unless(got.has("outputs"), "no outputs: %s", got);
    Mismatch.unless(got.has("query"), "no query in the answer");
    JsonNode wanted = want.get("outputs");
    JsonNode found = got.get("outputs");
    Mismatch.unless(
        ids(wanted).equals(ids(found)), "outputs: want %s, got %s", ids(wanted), ids(found));
    for (int i = 0; i < wanted.size(); i++) {
      output(wanted.get(i), found.get(i));
    }
  }

  private static List<String> ids(JsonNode outputs) {
    List<String> ids = new ArrayList<>();
    outputs.forEach(output -> ids.add(output.path("id").asText()));
    return ids;
  }

  private void output(JsonNode want, JsonNode got) {
    String where = "output " + want.get("id").asText();
    Mismatch.unless(
        want.path("alias").asText().equals(got.path("alias").asText()), "%s: alias", where);
    Mismatch.unless(want.has("meta") == got.has("meta"), "%s: meta", where);
    Map<String, List<Integer>> wanted = columns(want);
    Map<String, List<Integer>> found = columns(got);
    Mismatch.unless(
        wanted.keySet().equals(found.keySet()),
        "%s: columns: want %s, got %s",
        where,
        wanted.keySet(),
        found.keySet());
    JsonNode wantedRows = want.get("dps");
    JsonNode foundRows = got.path("dps");
    points.firstColumn(wantedRows, foundRows, where);
    wanted.forEach(
        (name, columns) -> {
          List<Integer> others = found.getOrDefault(name, List.of());
          Mismatch.unless(columns.size() == others.size(), "%s: columns %s", where, name);
          Pairing.of(
              columns, others, (a, b) -> column(wantedRows, a, foundRows, b, where + " " + name));
        });
    summary(want.get("dpsMeta"), got.path("dpsMeta"), where);
  }

  private void column(JsonNode want, int a, JsonNode got, int b, String where) {
    for (int i = 0; i < want.size(); i++) {
      Mismatch.unless(got.get(i).has(b), "%s: a row is short", where);
      String at = where + " @" + Shift.relative(want.get(i).get(0).longValue());
      values.scalar(want.get(i).get(a), got.get(i).get(b), at);
    }
  }

  private void summary(JsonNode want, JsonNode got, String where) {
    for (Map.Entry<String, JsonNode> member : want.properties()) {
      long wanted = member.getValue().longValue();
      long found = got.path(member.getKey()).longValue();
      boolean moves = member.getKey().endsWith("Timestamp") && found > 0 && found < 1L << 62;
      Mismatch.unless(
          wanted == (moves ? shift.back(found) : found),
          "%s: dpsMeta.%s: want %d, got %d",
          where,
          member.getKey(),
          wanted,
          found);
    }
  }

  /// Returns the indexes of the columns by name.
  private static Map<String, List<Integer>> columns(JsonNode output) {
    Map<String, List<Integer>> columns = new LinkedHashMap<>();
    for (JsonNode column : output.path("meta")) {
      int index = column.get("index").asInt();
      if (index > 0) {
        String name =
            Values.sorted(column.get("metrics"))
                + Values.canonical(column.path("commonTags"))
                + Values.sorted(column.path("aggregatedTags"));
        columns.computeIfAbsent(name, first -> new ArrayList<>()).add(index);
      }
    }
    return columns;
  }
}

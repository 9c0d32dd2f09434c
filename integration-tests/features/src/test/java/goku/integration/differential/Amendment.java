package goku.integration.differential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A flaw in OpenTSDB's answers of `/api/query/exp`. Removing it from an answer must give Goku's.
enum Amendment {
  ROWS_OUTSIDE_OF_THE_RANGE(
      "the output of a metric is cut to the range like that of an expression") {
    @Override
    void amend(ObjectNode output, JsonNode goku) {
      ArrayNode rows = output.withArray("dps");
      ArrayNode ours = (ArrayNode) goku.path("dps");
      Map<Long, JsonNode> inside = new TreeMap<>();
      ours.forEach(row -> inside.put(row.path(0).asLong(), row));
      if (output.path("id").asText().equals("a")) {
        for (int i = rows.size() - 1; i >= 0; i--) {
          if (!inside.containsKey(rows.get(i).path(0).asLong())) {
            rows.remove(i);
          }
        }
      }
    }
  },

  ZEROS_FOR_NOTHING("a value that is missing is NaN, not 0") {
    @Override
    void amend(ObjectNode output, JsonNode goku) {
      JsonNode rows = output.path("dps");
      for (int i = 0; i < rows.size() && output.path("id").asText().equals("a"); i++) {
        ArrayNode row = (ArrayNode) rows.get(i);
        for (int j = 1; j < row.size(); j++) {
          boolean isNothing = goku.path("dps").path(i).path(j).asText().equals("NaN");
          if (isNothing && row.get(j).isNumber() && row.get(j).doubleValue() == 0) {
            row.set(j, TextNode.valueOf("NaN"));
          }
        }
      }
    }
  },

  TIMES_OF_SHORT_TABLES("dpsMeta has the times of the rows, also of a single row or none") {
    @Override
    void amend(ObjectNode output, JsonNode goku) {
      JsonNode rows = output.path("dps");
      ObjectNode meta = (ObjectNode) output.path("dpsMeta");
      int size = rows.size();
      meta.put("firstTimestamp", size == 0 ? 0 : rows.get(0).path(0).asLong());
      meta.put("lastTimestamp", size == 0 ? 0 : rows.get(size - 1).path(0).asLong());
      meta.put("setCount", size);
    }
  },

  METRICS_OF_THE_FIRST_COLUMN("each column names its own metrics") {
    @Override
    void amend(ObjectNode output, JsonNode goku) {
      List<JsonNode> left = columns(goku);
      for (JsonNode column : columns(output)) {
        left.stream()
            .filter(ours -> tags(ours).equals(tags(column)))
            .findFirst()
            .ifPresent(
                ours -> {
                  ((ObjectNode) column).set("metrics", ours.get("metrics"));
                  left.remove(ours);
                });
      }
    }

    // the columns after that of the timestamps
    private List<JsonNode> columns(JsonNode output) {
      List<JsonNode> columns = new ArrayList<>();
      output.path("meta").forEach(columns::add);
      columns.removeIf(column -> column.path("index").asInt() == 0);
      return columns;
    }

    private String tags(JsonNode column) {
      Map<String, String> tags = new TreeMap<>();
      column
          .path("commonTags")
          .properties()
          .forEach(t -> tags.put(t.getKey(), t.getValue().asText()));
      return tags + " " + column.path("aggregatedTags").size();
    }
  };

  private final String why;

  Amendment(String why) {
    this.why = why;
  }

  String why() {
    return why;
  }

  /// Removes the flaw from an output of OpenTSDB.
  ///
  /// @param goku the same output of Goku
  abstract void amend(ObjectNode output, JsonNode goku);
}

package goku.root.opentsdb.query;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.root.fanout.QueryStats;
import java.io.IOException;
import java.util.List;

/// The members `stats` of a group and `statsSummary` of an answer. OpenTSDB fills them with timings
/// of its stages and of HBase, none of which exist here. Goku's statistics are in a member of their
/// own.
final class QueryStatsJson {
  private static final String OURS = "gokuStats";

  private QueryStatsJson() {}

  /// Writes the statistics of a group's sub query so far. Later groups of it may still be read.
  static void write(JsonGenerator json, QueryStats stats) throws IOException {
    json.writeObjectFieldStart("stats");
    json.writeObjectFieldStart(OURS);
    members(json, stats);
    json.writeEndObject();
    json.writeEndObject();
  }

  /// Writes the statistics of the whole answer, and of each sub query in their order.
  static void writeSummary(JsonGenerator json, List<QueryStats> queries) throws IOException {
    json.writeObjectFieldStart("statsSummary");
    json.writeObjectFieldStart(OURS);
    members(json, queries.stream().reduce(QueryStats.NONE, QueryStats::with));
    json.writeArrayFieldStart("queries");
    for (QueryStats query : queries) {
      json.writeStartObject();
      members(json, query);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void members(JsonGenerator json, QueryStats stats) throws IOException {
    json.writeArrayFieldStart("origins");
    for (String origin : stats.origins()) {
      json.writeString(origin);
    }
    json.writeEndArray();
    json.writeNumberField("series", stats.series());
    json.writeNumberField("datapoints", stats.datapoints());
  }
}

package goku.root.opentsdb.expression;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import goku.model.Tag;
import goku.root.expression.AlignedSeries;
import goku.root.expression.Series;
import goku.root.opentsdb.wire.Json;
import java.io.IOException;
import java.util.List;

/// The answer to `/api/query/exp`: a table per output, whose rows are a timestamp in milliseconds
/// and the values of all series, followed by the columns, and finally the request.
final class ExpJson {
  private static final List<String> ECHOED =
      List.of("name", "time", "filters", "metrics", "expressions", "outputs");

  private final ExpRequest request;
  private final List<Table> tables;
  private final boolean strict;

  /// The table of an output.
  record Table(ExpRequest.Output output, AlignedSeries series) {}

  /// @param strict whether all columns of a table name the metrics of the first one, as in OpenTSDB
  ExpJson(ExpRequest request, List<Table> tables, boolean strict) {
    this.request = request;
    this.tables = tables;
    this.strict = strict;
  }

  void writeTo(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("outputs");
    for (Table table : tables) {
      write(json, table.output(), table.series());
    }
    json.writeEndArray();
    json.writeObjectFieldStart("query");
    for (String member : ECHOED) {
      JsonNode value = request.body().get(member);
      json.writeFieldName(member);
      Json.copy(json, value == null ? NullNode.getInstance() : value);
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private void write(JsonGenerator json, ExpRequest.Output output, AlignedSeries table)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("id", output.id());
    if (output.alias() != null) {
      json.writeStringField("alias", output.alias());
    }
    json.writeArrayFieldStart("dps");
    for (int row = 0; row < table.rows(); row++) {
      json.writeStartArray();
      json.writeNumber(table.timestamp(row));
      for (Series column : table.columns()) {
        // NaN and infinity become strings
        json.writeNumber(column.points().value(row));
      }
      json.writeEndArray();
    }
    json.writeEndArray();
    dpsMeta(json, table);
    if (!table.columns().isEmpty()) {
      meta(json, table.columns());
    }
    json.writeEndObject();
  }

  private static void dpsMeta(JsonGenerator json, AlignedSeries table) throws IOException {
    int rows = table.rows();
    json.writeObjectFieldStart("dpsMeta");
    json.writeNumberField("firstTimestamp", rows == 0 ? 0 : table.timestamp(0));
    json.writeNumberField("lastTimestamp", rows == 0 ? 0 : table.timestamp(rows - 1));
    json.writeNumberField("setCount", rows);
    json.writeNumberField("series", table.columns().size());
    json.writeEndObject();
  }

  private void meta(JsonGenerator json, List<Series> columns) throws IOException {
    json.writeArrayFieldStart("meta");
    json.writeStartObject();
    json.writeNumberField("index", 0);
    texts(json, "metrics", List.of("timestamp"));
    json.writeEndObject();
    for (int i = 0; i < columns.size(); i++) {
      json.writeStartObject();
      json.writeNumberField("index", i + 1);
      texts(json, "metrics", (strict ? columns.getFirst() : columns.get(i)).metrics());
      json.writeObjectFieldStart("commonTags");
      for (Tag tag : columns.get(i).tags()) {
        json.writeStringField(tag.key(), tag.value());
      }
      json.writeEndObject();
      texts(json, "aggregatedTags", columns.get(i).aggregateTags());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void texts(JsonGenerator json, String name, Iterable<String> texts)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }
}

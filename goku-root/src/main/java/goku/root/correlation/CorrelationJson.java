package goku.root.correlation;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.model.SeriesName;
import goku.query.Grid;
import goku.query.merge.GroupResult;
import goku.query.search.Candidate;
import goku.query.search.CorrelationAnswer;
import goku.query.search.Edge;
import goku.query.search.Edges;
import goku.query.search.SlotValues;
import goku.root.opentsdb.wire.Json;
import java.io.IOException;

/// The writer of the answer to a correlation search.
///
/// @param values the needle's values, one for each slot
record CorrelationJson(
    CorrelationRequest asked,
    GroupResult needle,
    SlotValues values,
    Grid grid,
    CorrelationAnswer answer) {
  void writeTo(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("times");
    for (long time : grid.times()) {
      json.writeNumber(time);
    }
    json.writeEndArray();
    needle(json);
    json.writeArrayFieldStart("groups");
    for (MetricGroup group : MetricGroup.of(answer.best())) {
      group(json, group);
    }
    json.writeEndArray();
    edges(json, "appeared", answer.appeared());
    edges(json, "vanished", answer.vanished());
    json.writeNumberField("compared", answer.comparisons().compared());
    json.writeNumberField("constant", answer.comparisons().constant());
    json.writeNumberField("tooShort", answer.comparisons().tooShort());
    json.writeEndObject();
  }

  private void needle(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("needle");
    json.writeStringField("metric", asked.needle().metric());
    Json.tags(json, needle.tags());
    write(json, values);
    json.writeEndObject();
  }

  private static void group(JsonGenerator json, MetricGroup group) throws IOException {
    json.writeStartObject();
    json.writeStringField("metric", group.metric());
    json.writeArrayFieldStart("series");
    for (Candidate candidate : group.candidates()) {
      json.writeStartObject();
      Json.tags(json, candidate.series().tags());
      json.writeNumberField("coefficient", candidate.coefficient());
      json.writeNumberField("lag", candidate.lag());
      json.writeNumberField("common", candidate.common());
      json.writeBooleanField("rate", candidate.values().areRates());
      write(json, candidate.values());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, SlotValues values) throws IOException {
    json.writeArrayFieldStart("values");
    for (int slot = 0; slot < values.size(); slot++) {
      if (Double.isFinite(values.get(slot))) {
        json.writeNumber(values.get(slot));
      } else {
        json.writeNull();
      }
    }
    json.writeEndArray();
  }

  private void edges(JsonGenerator json, String member, Edges edges) throws IOException {
    json.writeObjectFieldStart(member);
    json.writeNumberField("count", edges.count());
    json.writeArrayFieldStart("series");
    for (Edge edge : edges.sample()) {
      SeriesName series = edge.series();
      json.writeStartObject();
      json.writeStringField("metric", series.metric());
      Json.tags(json, series.tags());
      json.writeNumberField("time", grid.times()[edge.slot()]);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}

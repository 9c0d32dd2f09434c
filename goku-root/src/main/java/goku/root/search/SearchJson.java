package goku.root.search;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.model.SeriesName;
import goku.query.Grid;
import goku.query.correlation.Onset;
import goku.query.search.Candidate;
import goku.query.search.Edge;
import goku.query.search.Edges;
import goku.query.search.SearchAnswer;
import goku.query.search.SlotValues;
import goku.root.opentsdb.wire.Json;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The members that the answers to all searches have.
record SearchJson(Grid grid, SearchAnswer answer) {
  /// The writer of the finding about a series, as members of its object.
  @FunctionalInterface
  interface FindingWriter {
    void write(JsonGenerator json, Candidate candidate) throws IOException;
  }

  void times(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("times");
    for (long time : grid.times()) {
      json.writeNumber(time);
    }
    json.writeEndArray();
  }

  void found(JsonGenerator json, FindingWriter findings) throws IOException {
    json.writeArrayFieldStart("groups");
    for (MetricGroup group : MetricGroup.of(answer.best())) {
      json.writeStartObject();
      json.writeStringField("metric", group.metric());
      json.writeArrayFieldStart("series");
      for (Candidate candidate : group.candidates()) {
        json.writeStartObject();
        Json.tags(json, candidate.series().tags());
        findings.write(json, candidate);
        json.writeBooleanField("rate", candidate.values().areRates());
        values(json, candidate.values());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    edges(json, "appeared", answer.appeared());
    edges(json, "vanished", answer.vanished());
    json.writeNumberField("compared", answer.comparisons().compared());
    json.writeNumberField("constant", answer.comparisons().constant());
    json.writeNumberField("tooShort", answer.comparisons().tooShort());
  }

  /// Writes when a series left its usual range, or null.
  ///
  /// @param from the slot from which the onset is counted
  static void onset(JsonGenerator json, @Nullable Onset onset, Grid grid, int from)
      throws IOException {
    json.writeFieldName("onset");
    if (onset == null) {
      json.writeNull();
    } else {
      json.writeStartObject();
      json.writeNumberField("time", grid.times()[from + onset.slot()]);
      json.writeStringField("direction", onset.rises() ? "up" : "down");
      json.writeEndObject();
    }
  }

  static void values(JsonGenerator json, SlotValues values) throws IOException {
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

package goku.root.search;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.query.Grid;
import goku.query.merge.GroupResult;
import goku.query.search.Candidate;
import goku.query.search.Finding;
import goku.query.search.SearchAnswer;
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
    SearchAnswer answer,
    History history) {
  void writeTo(JsonGenerator json) throws IOException {
    var form = new SearchJson(grid, answer);
    json.writeStartObject();
    form.times(json);
    needle(json);
    form.found(json, this::finding);
    json.writeEndObject();
  }

  private void needle(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("needle");
    json.writeStringField("metric", asked.needle().metric());
    Json.tags(json, needle.tags());
    SearchJson.values(json, values);
    json.writeEndObject();
  }

  private void finding(JsonGenerator json, Candidate candidate) throws IOException {
    var correlated = (Finding.Correlated) candidate.finding();
    json.writeNumberField("coefficient", correlated.coefficient());
    json.writeNumberField("lag", correlated.lag());
    json.writeNumberField("common", correlated.common());
    History.Past past = history.of(candidate.series());
    json.writeFieldName("before");
    if (past.coefficient() == null) {
      json.writeNull();
    } else {
      json.writeNumber(past.coefficient());
    }
    SearchJson.onset(json, past.onset(), grid, 0);
  }
}

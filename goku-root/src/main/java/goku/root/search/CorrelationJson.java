package goku.root.search;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.query.Grid;
import goku.query.merge.GroupResult;
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
    SearchAnswer answer) {
  void writeTo(JsonGenerator json) throws IOException {
    var form = new SearchJson(grid, answer);
    json.writeStartObject();
    form.times(json);
    needle(json);
    form.found(json, CorrelationJson::finding);
    json.writeEndObject();
  }

  private void needle(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("needle");
    json.writeStringField("metric", asked.needle().metric());
    Json.tags(json, needle.tags());
    SearchJson.values(json, values);
    json.writeEndObject();
  }

  private static void finding(JsonGenerator json, Finding finding) throws IOException {
    var correlated = (Finding.Correlated) finding;
    json.writeNumberField("coefficient", correlated.coefficient());
    json.writeNumberField("lag", correlated.lag());
    json.writeNumberField("common", correlated.common());
  }
}

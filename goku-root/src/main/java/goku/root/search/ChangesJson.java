package goku.root.search;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.query.Grid;
import goku.query.correlation.Change;
import goku.query.search.Finding;
import goku.query.search.SearchAnswer;
import java.io.IOException;

/// The writer of the answer to a search for changes.
///
/// @param baseline the number of slots before the window
record ChangesJson(Grid grid, int baseline, SearchAnswer answer) {
  void writeTo(JsonGenerator json) throws IOException {
    var form = new SearchJson(grid, answer);
    json.writeStartObject();
    form.times(json);
    json.writeNumberField("window", grid.times()[baseline]);
    form.found(json, ChangesJson::finding);
    json.writeEndObject();
  }

  private static void finding(JsonGenerator json, Finding finding) throws IOException {
    Change change = ((Finding.Changed) finding).change();
    json.writeNumberField("score", change.score());
    json.writeNumberField("distance", change.distance());
    json.writeNumberField("volume", change.volume());
  }
}

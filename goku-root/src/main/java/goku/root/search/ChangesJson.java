package goku.root.search;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.query.Grid;
import goku.query.correlation.Change;
import goku.query.correlation.Onset;
import goku.query.search.Candidate;
import goku.query.search.Finding;
import goku.query.search.SearchAnswer;
import goku.query.search.SlotValues;
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
    form.found(json, this::finding);
    json.writeEndObject();
  }

  private void finding(JsonGenerator json, Candidate candidate) throws IOException {
    Change change = ((Finding.Changed) candidate.finding()).change();
    json.writeNumberField("score", change.score());
    json.writeNumberField("distance", change.distance());
    json.writeNumberField("volume", change.volume());
    SlotValues values = candidate.values();
    Onset onset = Onset.of(values.toArray(0, baseline), values.toArray(baseline, values.size()));
    SearchJson.onset(json, onset, grid, baseline);
  }
}

package goku.ingest.put;

import goku.ingest.parse.JsonReader;
import goku.ingest.parse.SeriesNameRules;

/// The kind of values that an endpoint stores.
enum PutKind {
  DATAPOINTS("/api/put") {
    @Override
    JsonReader reader(SeriesNameRules rules) {
      return new JsonReader(rules);
    }
  },

  /// Rollups that clients computed themselves.
  ROLLUPS("/api/rollup") {
    @Override
    JsonReader reader(SeriesNameRules rules) {
      return JsonReader.ofRollups(rules);
    }
  };

  private final String path;

  PutKind(String path) {
    this.path = path;
  }

  String path() {
    return path;
  }

  /// Returns a reader of bodies.
  abstract JsonReader reader(SeriesNameRules rules);
}

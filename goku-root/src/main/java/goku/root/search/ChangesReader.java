package goku.root.search;

import goku.http.HttpRequest;
import goku.model.TimeRange;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.query.QueryInterpreter;

/// A reader of searches for changes.
record ChangesReader(QueryInterpreter interpreter, Dialect dialect) {
  /// The length of the baseline in windows: enough to know the usual range, and short enough to be
  /// in memory.
  private static final int USUAL_WINDOWS = 4;

  /// @throws goku.http.HttpError 400 with the name of a parameter that is missing or invalid
  ChangesRequest read(HttpRequest request) {
    SearchParameters parameters = SearchParameters.of(request, dialect);
    TimeRange window =
        interpreter.range(
            parameters.required("start"), parameters.get("end"), parameters.get("timezone"));
    long length = window.endMillis() - window.startMillis();
    long baseline = parameters.duration("baseline", USUAL_WINDOWS * length);
    if (baseline > window.startMillis()) {
      throw SearchParameters.invalid(
          "baseline", parameters.get("baseline", "of four windows"), "it begins before 1970");
    }
    return new ChangesRequest(
        new TimeRange(window.startMillis() - baseline, window.endMillis()),
        window.startMillis(),
        parameters.interval(baseline + length),
        parameters.scope());
  }
}

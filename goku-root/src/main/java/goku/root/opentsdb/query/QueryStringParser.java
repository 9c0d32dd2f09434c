package goku.root.opentsdb.query;

import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.root.opentsdb.annotation.AnnotationChoice;
import goku.root.opentsdb.language.MetricExpression;
import goku.root.opentsdb.language.SubQuery;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Reads a query from a query string. Switches count by being there, whatever their value.
final class QueryStringParser {
  private QueryStringParser() {}

  static QueryRequest parse(HttpRequest request) {
    String start =
        request
            .parameter("start")
            .filter(value -> !value.isEmpty())
            .orElseThrow(() -> new HttpError(400, "Missing parameter <code>start</code>"));
    // the same sub query twice is answered once
    Set<SubQuery> queries = new LinkedHashSet<>();
    for (String tsuid : request.parameters().getOrDefault("tsuid", List.of())) {
      queries.add(MetricExpression.parseTsuids(tsuid));
    }
    for (String m : request.parameters().getOrDefault("m", List.of())) {
      queries.add(MetricExpression.parse(m));
    }
    if (queries.isEmpty()) {
      throw new HttpError(400, "Missing sub queries");
    }
    return new QueryRequest(
        start,
        request.parameter("end").orElse(null),
        null,
        false,
        form(request),
        List.copyOf(queries));
  }

  private static QueryRequest.Form form(HttpRequest request) {
    return new QueryRequest.Form(
        request.has("ms"),
        request.has("arrays"),
        request.has("show_tsuids"),
        request.has("show_query"),
        request.has("show_stats"),
        request.has("show_summary"),
        AnnotationChoice.of(request.has("no_annotations"), request.has("global_annotations")));
  }
}

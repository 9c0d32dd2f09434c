package goku.root.opentsdb.query;

import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.root.opentsdb.annotation.AnnotationChoice;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.language.MetricExpression;
import goku.root.opentsdb.language.SubQuery;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A parser of a query in a query string. With DELETE the query deletes. Switches count if they are
/// present, with any value. Only `global_annotations` can be `false`, unless strict.
public final class QueryStringParser {
  private QueryStringParser() {}

  /// Returns the query with the sub queries of `tsuid` and `m` without duplicates, then `more`.
  public static QueryRequest parse(HttpRequest request, List<SubQuery> more, Dialect dialect) {
    String start =
        request
            .parameter("start")
            .filter(value -> !value.isEmpty())
            .orElseThrow(() -> new HttpError(400, "Missing parameter <code>start</code>"));
    Set<SubQuery> distinct = new LinkedHashSet<>();
    for (String tsuid : request.parameters().getOrDefault("tsuid", List.of())) {
      distinct.add(MetricExpression.parseTsuids(tsuid));
    }
    for (String m : request.parameters().getOrDefault("m", List.of())) {
      distinct.add(MetricExpression.parse(m, dialect));
    }
    List<SubQuery> queries = new ArrayList<>(distinct);
    queries.addAll(more);
    if (queries.isEmpty()) {
      throw new HttpError(400, "Missing sub queries");
    }
    return new QueryRequest(
        start,
        request.parameter("end").orElse(null),
        dialect.strict() ? null : request.parameter("timezone").orElse(null),
        false,
        form(request, dialect),
        request.method().equals("DELETE"),
        queries);
  }

  private static QueryRequest.Form form(HttpRequest request, Dialect dialect) {
    String global = request.parameter("global_annotations").orElse(null);
    return new QueryRequest.Form(
        request.has("ms"),
        request.has("arrays"),
        request.has("show_tsuids"),
        request.has("show_query"),
        request.has("show_stats"),
        request.has("show_summary"),
        AnnotationChoice.of(
            request.has("no_annotations"),
            global == null ? null : dialect.strict() || !global.equals("false"),
            dialect));
  }
}

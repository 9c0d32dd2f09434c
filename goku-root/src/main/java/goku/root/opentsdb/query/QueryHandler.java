package goku.root.opentsdb.query;

import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.root.annotation.AnnotationTable;
import goku.root.fanout.QueryAnswer;
import goku.root.fanout.QueryRunner;
import goku.root.opentsdb.annotation.QueryAnnotations;
import goku.root.opentsdb.wire.Json;
import goku.root.opentsdb.wire.Methods;
import goku.root.planning.SeriesQuery;
import java.util.List;

/// `/api/query`.
public final class QueryHandler implements HttpHandler {
  private final TsuidResolver tsuids;
  private final QueryInterpreter interpreter;
  private final QueryRunner runner;
  private final KnownNames names;
  private final AnnotationTable annotations;
  private final boolean skipUnresolved;

  public QueryHandler(
      TsuidResolver tsuids,
      QueryInterpreter interpreter,
      QueryRunner runner,
      KnownNames names,
      AnnotationTable annotations,
      boolean skipUnresolved) {
    this.tsuids = tsuids;
    this.interpreter = interpreter;
    this.runner = runner;
    this.names = names;
    this.annotations = annotations;
    this.skipUnresolved = skipUnresolved;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    QueryRequest query = tsuids.resolve(parse(request));
    List<SeriesQuery> queries = interpreter.interpret(query);
    if (!skipUnresolved) {
      names.check(query.queries());
    }
    var notes =
        new QueryAnnotations(annotations, query.form().annotations(), queries.getFirst().range());
    QueryAnswer answer = runner.start(queries.stream().map(notes::prepared).toList());
    return Json.answer(
        json -> {
          try (answer) {
            new QueryJson(query, answer, notes).writeTo(json);
          }
        });
  }

  private static QueryRequest parse(HttpRequest request) {
    return switch (request.method()) {
      case "GET" -> QueryStringParser.parse(request);
      case "POST" -> JsonQueryParser.parse(request);
      case "DELETE" -> throw new HttpError(400, "Bad request", "Deleting data is not enabled");
      default -> throw Methods.notAllowed(request);
    };
  }
}

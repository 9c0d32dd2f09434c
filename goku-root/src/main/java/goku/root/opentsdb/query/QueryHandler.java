package goku.root.opentsdb.query;

import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.query.merge.GroupResult;
import goku.root.fanout.QueryRunner;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.wire.Json;
import goku.root.opentsdb.wire.Methods;
import goku.root.planning.SeriesQuery;
import java.util.List;

/// `/api/query`.
public final class QueryHandler implements HttpHandler {
  private final QueryInterpreter interpreter;
  private final QueryRunner runner;
  private final KnownNames names;
  private final Dialect dialect;

  public QueryHandler(
      QueryInterpreter interpreter, QueryRunner runner, KnownNames names, Dialect dialect) {
    this.interpreter = interpreter;
    this.runner = runner;
    this.names = names;
    this.dialect = dialect;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    QueryRequest query = parse(request);
    List<SeriesQuery> queries = interpreter.interpret(query);
    if (!dialect.skipUnresolved()) {
      names.check(query.queries());
    }
    List<List<GroupResult>> results = runner.run(queries);
    return Json.answer(new QueryJson(query, results, Gaps.of(request, dialect))::writeTo);
  }

  private QueryRequest parse(HttpRequest request) {
    return switch (request.method()) {
      case "GET" -> QueryStringParser.parse(request);
      case "POST" -> JsonQueryParser.parse(request, dialect);
      case "DELETE" -> throw new HttpError(400, "Bad request", "Deleting data is not enabled");
      default -> throw Methods.notAllowed(request);
    };
  }
}

package goku.root.opentsdb.query;

import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.query.merge.GroupResult;
import goku.root.deletion.Deleter;
import goku.root.fanout.QueryRunner;
import goku.root.opentsdb.wire.Json;
import goku.root.opentsdb.wire.Methods;
import goku.root.planning.SeriesQuery;
import java.util.List;

/// `/api/query`. A query that deletes answers what was there.
public final class QueryHandler implements HttpHandler {
  private final QueryInterpreter interpreter;
  private final QueryRunner runner;
  private final KnownNames names;
  private final Deleter deleter;
  private final boolean skipUnresolved;

  public QueryHandler(
      QueryInterpreter interpreter,
      QueryRunner runner,
      KnownNames names,
      Deleter deleter,
      boolean skipUnresolved) {
    this.deleter = deleter;
    this.interpreter = interpreter;
    this.runner = runner;
    this.names = names;
    this.skipUnresolved = skipUnresolved;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    QueryRequest query = parse(request);
    if (query.delete()) {
      deleter.requireAllowed();
    }
    List<SeriesQuery> queries = interpreter.interpret(query);
    if (!skipUnresolved) {
      names.check(query.queries());
    }
    List<List<GroupResult>> results = runner.run(queries);
    if (query.delete()) {
      deleter.delete(queries);
    }
    return Json.answer(new QueryJson(query, results)::writeTo);
  }

  private QueryRequest parse(HttpRequest request) {
    return switch (request.method()) {
      case "GET" -> QueryStringParser.parse(request);
      case "POST" -> JsonQueryParser.parse(request);
      case "DELETE" -> {
        deleter.requireAllowed(); // rather than what else may be wrong with it
        yield QueryStringParser.parse(request);
      }
      default -> throw Methods.notAllowed(request);
    };
  }
}

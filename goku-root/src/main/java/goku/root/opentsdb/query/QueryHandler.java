package goku.root.opentsdb.query;

import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.root.annotation.AnnotationTable;
import goku.root.deletion.Deleter;
import goku.root.fanout.Asker;
import goku.root.fanout.Groups;
import goku.root.fanout.QueryAnswer;
import goku.root.fanout.QueryRunner;
import goku.root.fanout.Shortfall;
import goku.root.opentsdb.annotation.QueryAnnotations;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.language.SubQuery;
import goku.root.opentsdb.wire.Json;
import goku.root.opentsdb.wire.Methods;
import goku.root.planning.SeriesQuery;
import java.util.List;
import java.util.function.Function;

/// `/api/query`. A query that deletes answers what was there.
public final class QueryHandler implements HttpHandler {
  private final TsuidResolver tsuids;
  private final QueryInterpreter interpreter;
  private final QueryRunner runner;
  private final KnownNames names;
  private final Deleter deleter;
  private final AnnotationTable annotations;
  private final Dialect dialect;

  public QueryHandler(
      TsuidResolver tsuids,
      QueryInterpreter interpreter,
      QueryRunner runner,
      KnownNames names,
      Deleter deleter,
      AnnotationTable annotations,
      Dialect dialect) {
    this.tsuids = tsuids;
    this.deleter = deleter;
    this.interpreter = interpreter;
    this.runner = runner;
    this.names = names;
    this.annotations = annotations;
    this.dialect = dialect;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    QueryRequest parsed = parse(request);
    if (parsed.delete()) {
      deleter.requireAllowed();
    }
    QueryRequest query = tsuids.resolve(parsed);
    List<SeriesQuery> queries = interpreter.interpret(query);
    var notes =
        new QueryAnnotations(annotations, query.form().annotations(), queries.getFirst().range());
    List<SeriesQuery> prepared = queries.stream().map(notes::prepared).toList();
    Gaps gaps = Gaps.of(request, dialect);
    Function<List<? extends Groups>, QueryJson> writer =
        answer -> new QueryJson(query, answer, gaps, notes);
    return query.delete()
        ? deleted(query.queries(), prepared, writer, asker(request, false))
        : streamed(query.queries(), prepared, writer, asker(request, takesPartial(request)));
  }

  private HttpResponse streamed(
      List<SubQuery> asked,
      List<SeriesQuery> queries,
      Function<List<? extends Groups>, QueryJson> writer,
      Asker asker)
      throws InterruptedException {
    QueryAnswer answer = runner.start(queries, asker);
    try {
      checkNames(asked, answer, asker);
    } catch (HttpError e) {
      answer.refuse(e);
      throw e;
    } catch (RuntimeException | InterruptedException e) {
      answer.close();
      throw e;
    }
    Shortfall shortfall = answer.shortfall();
    QueryJson form = writer.apply(answer.queries());
    HttpResponse response =
        Json.answer(
            json -> {
              try (answer) {
                form.writeTo(json, shortfall);
              }
            });
    return answer.markKept(shortfall.mark(response));
  }

  /// While the nodes are at work. A name that only a missing shard may know is not called unknown.
  private void checkNames(List<SubQuery> asked, QueryAnswer answer, Asker asker)
      throws InterruptedException {
    try {
      for (int i = 0; i < asked.size(); i++) {
        names.check(asked.get(i), answer.queries().get(i).foundSeries());
      }
    } catch (HttpError e) {
      if (e.status() != 503 || !asker.takesPartial()) {
        throw e;
      }
    }
  }

  /// With `fail_on_partial` in the query string, of a POST too, it is all or an error.
  private boolean takesPartial(HttpRequest request) {
    return dialect.partialAnswers() && !request.has("fail_on_partial");
  }

  private static Asker asker(HttpRequest request, boolean takesPartial) {
    String name = request.remote() + " " + request.header("user-agent").orElse("");
    return new Asker(name, takesPartial);
  }

  /// All that there was is read before any of it is deleted.
  private HttpResponse deleted(
      List<SubQuery> asked,
      List<SeriesQuery> queries,
      Function<List<? extends Groups>, QueryJson> writer,
      Asker asker)
      throws InterruptedException {
    names.check(asked);
    List<Groups> found = runner.run(queries, asker).stream().map(Groups::of).toList();
    deleter.delete(queries);
    QueryJson form = writer.apply(found);
    return Json.answer(json -> form.writeTo(json, Shortfall.NONE));
  }

  private QueryRequest parse(HttpRequest request) {
    return switch (request.method()) {
      case "GET" -> QueryStringParser.parse(request, List.of());
      case "POST" ->
          isOverridden(request)
              ? QueryStringParser.parse(request, List.of())
              : JsonQueryParser.parse(request, dialect);
      case "DELETE" -> {
        deleter.requireAllowed(); // rather than what else may be wrong with it
        yield QueryStringParser.parse(request, List.of());
      }
      default -> throw Methods.notAllowed(request);
    };
  }

  /// A GET with `method_override=post`, which OpenTSDB reads as the GET it is.
  private static boolean isOverridden(HttpRequest request) {
    return request.body().length == 0 && request.has("method_override");
  }
}

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
import goku.root.opentsdb.language.SubQuery;
import goku.root.opentsdb.wire.Json;
import goku.root.planning.SeriesQuery;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/api/query`: all of an answer, or a page of it. A query that deletes answers what was there.
public final class QueryHandler implements HttpHandler {
  private final QueryReader reader;
  private final QueryRunner runner;
  private final KnownNames names;
  private final Deleter deleter;
  private final AnnotationTable annotations;

  public QueryHandler(
      QueryReader reader,
      QueryRunner runner,
      KnownNames names,
      Deleter deleter,
      AnnotationTable annotations) {
    this.reader = reader;
    this.runner = runner;
    this.names = names;
    this.deleter = deleter;
    this.annotations = annotations;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    AskedQuery asked = reader.read(request);
    var notes = new QueryAnnotations(annotations, asked.annotations(), asked.range());
    List<SeriesQuery> prepared = asked.queries().stream().map(notes::prepared).toList();
    String name = request.remote() + " " + request.header("user-agent").orElse("");
    return asked.request().delete()
        ? deleted(asked, prepared, notes, new Asker(name, false, false))
        : streamed(asked, prepared, notes, new Asker(name, asked.takesPartial(), true));
  }

  private HttpResponse streamed(
      AskedQuery asked, List<SeriesQuery> queries, QueryAnnotations notes, Asker asker)
      throws InterruptedException {
    QueryAnswer answer = runner.start(queries, asker);
    PageLink page;
    try {
      checkNames(asked.request().queries(), answer, asker);
      page = link(asked.turn(), answer);
    } catch (HttpError e) {
      answer.refuse(e);
      throw e;
    } catch (RuntimeException | InterruptedException e) {
      answer.close();
      throw e;
    }
    Shortfall shortfall = answer.shortfall();
    var form = new QueryJson(asked.request(), answer.queries(), asked.gaps(), notes, page);
    HttpResponse response =
        Json.answer(
            json -> {
              try (answer) {
                form.writeTo(json, shortfall);
              }
            });
    HttpResponse marked = shortfall.mark(response);
    return page == null ? marked : page.mark(marked);
  }

  private static @Nullable PageLink link(@Nullable PageTurn turn, QueryAnswer answer) {
    return turn == null ? null : new PageLink(turn, turn.next(answer.pageDatapoints()));
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

  /// All that there was is read before any of it is deleted.
  private HttpResponse deleted(
      AskedQuery asked, List<SeriesQuery> queries, QueryAnnotations notes, Asker asker)
      throws InterruptedException {
    names.check(asked.request().queries());
    List<Groups> found = runner.run(queries, asker).stream().map(Groups::of).toList();
    deleter.delete(queries);
    var form = new QueryJson(asked.request(), found, asked.gaps(), notes, null);
    return Json.answer(json -> form.writeTo(json, Shortfall.NONE));
  }
}

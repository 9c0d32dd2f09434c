package goku.root.opentsdb.query;

import goku.eventloop.EventLoop;
import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.http.WholeResponse;
import goku.model.TimeRange;
import goku.root.annotation.AnnotationTable;
import goku.root.deletion.Deleter;
import goku.root.fanout.Asker;
import goku.root.fanout.Groups;
import goku.root.fanout.QueryResult;
import goku.root.fanout.QueryRunner;
import goku.root.fanout.Shortfall;
import goku.root.opentsdb.annotation.QueryAnnotations;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.language.SubQuery;
import goku.root.opentsdb.wire.Json;
import goku.root.opentsdb.wire.Tsuids;
import goku.root.planning.SeriesQuery;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The handler of `/api/query`: the whole answer, or a page of it. A query that deletes is answered
/// with the deleted datapoints.
public final class QueryHandler implements HttpHandler {
  private final QueryReader reader;
  private final QueryRunner runner;
  private final KnownNames names;
  private final Deleter deleter;
  private final AnnotationTable annotations;
  private final Tsuids tsuids;
  private final Dialect dialect;

  public QueryHandler(
      QueryReader reader,
      QueryRunner runner,
      KnownNames names,
      Deleter deleter,
      AnnotationTable annotations,
      Tsuids tsuids,
      Dialect dialect) {
    this.reader = reader;
    this.runner = runner;
    this.names = names;
    this.deleter = deleter;
    this.annotations = annotations;
    this.tsuids = tsuids;
    this.dialect = dialect;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException, IOException {
    AskedQuery asked = reader.read(request);
    if (asked.turn() != null) {
      EventLoop.leave();
    }
    String name = request.remote() + " " + request.header("user-agent").orElse("");
    return asked.request().delete()
        ? deleted(asked, new Asker(name, false, false))
        : WholeResponse.of(streamed(asked, new Asker(name, asked.takesPartial(), true)));
  }

  private HttpResponse streamed(AskedQuery asked, Asker asker) throws InterruptedException {
    if (!asker.takesPartial()) {
      asked.unresolved().requireNone();
    }
    QueryAnnotations notes = notes(asked);
    QueryResult answer = runner.start(prepared(asked, notes), asker);
    PageTurn turn = asked.turn();
    if (turn != null) {
      TimeRange fitting = turn.fitting(answer.pageDatapoints());
      if (!fitting.equals(turn.page())) {
        answer.replaced("replaced by a query for a shorter page");
        return streamed(asked.of(turn.of(fitting)), asker);
      }
    }
    PageLink page;
    try {
      checkNames(asked.request().queries(), answer, asker);
      page = turn == null ? null : new PageLink(turn, turn.next(answer.pageDatapoints()));
    } catch (HttpError e) {
      answer.refuse(e);
      throw e;
    } catch (RuntimeException | InterruptedException e) {
      answer.close();
      throw e;
    }
    Shortfall shortfall = answer.shortfall().with(asked.unresolved());
    var form = json(asked, answer.queries(), notes, page);
    HttpResponse response =
        Json.answer(
            json -> {
              try (answer) {
                form.writeTo(json, shortfall);
                json.flush();
                answer.complete();
              }
            });
    HttpResponse marked = answer.markKept(shortfall.mark(response));
    return page == null ? marked : page.mark(marked);
  }

  private QueryJson json(
      AskedQuery asked,
      List<? extends Groups> answer,
      QueryAnnotations notes,
      @Nullable PageLink page) {
    return new QueryJson(
        asked.request(),
        HistogramGroups.of(asked.request().queries(), answer),
        asked.gaps(),
        dialect.strict(),
        notes,
        tsuids,
        page);
  }

  private QueryAnnotations notes(AskedQuery asked) {
    boolean grafana = asked.gaps() != Gaps.AS_OPENTSDB;
    return new QueryAnnotations(annotations, tsuids, asked.annotations(), asked.range(), grafana);
  }

  private static List<SeriesQuery> prepared(AskedQuery asked, QueryAnnotations notes) {
    return asked.queries().stream().map(notes::prepared).toList();
  }

  /// Checks names while the nodes work. A name that only a missing shard may know is not reported
  /// as unknown.
  private void checkNames(List<SubQuery> asked, QueryResult answer, Asker asker)
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

  /// Deletes the datapoints once all of them are read.
  private HttpResponse deleted(AskedQuery asked, Asker asker) throws InterruptedException {
    EventLoop.leave();
    QueryAnnotations notes = notes(asked);
    List<SeriesQuery> queries = prepared(asked, notes);
    asked.unresolved().requireNone();
    names.check(asked.request().queries());
    List<Groups> found = runner.run(queries, asker).stream().map(Groups::of).toList();
    deleter.delete(queries);
    var form = json(asked, found, notes, null);
    return Json.answer(json -> form.writeTo(json, Shortfall.NONE));
  }
}

package goku.root.search;

import goku.budget.Account;
import goku.budget.Kind;
import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.query.Grid;
import goku.query.Interval;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.control.AskedAt;
import goku.query.search.ChangeQuery;
import goku.root.fanout.SearchRunner;
import goku.root.fanout.SearchRunner.Searched;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.query.QueryInterpreter;
import goku.root.opentsdb.wire.Json;
import java.util.Objects;

/// The handler of `/api/goku/changes`: the series that changed most in a window, compared with the
/// time before. Thread-safe.
public final class ChangesHandler implements HttpHandler {
  private final ChangesReader reader;
  private final SearchRunner searches;
  private final Dialect dialect;

  public ChangesHandler(QueryInterpreter interpreter, SearchRunner searches, Dialect dialect) {
    reader = new ChangesReader(interpreter, dialect);
    this.searches = searches;
    this.dialect = dialect;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    ChangesRequest asked = reader.read(request);
    return AskedAt.call(AskedAt.nanos(), () -> handle(asked));
  }

  private HttpResponse handle(ChangesRequest asked) throws InterruptedException {
    SeriesStages stages =
        SearchGrid.averages(new Interval.Fixed(asked.intervalMillis()), asked.range());
    Grid grid = SearchGrid.of(Objects.requireNonNull(stages.downsample()), asked.range());
    // the slot in which the window begins belongs to it
    int baseline = grid.firstAtOrAfter(asked.windowMillis() - asked.intervalMillis() + 1);
    SearchScope scope = asked.scope();
    ChangeQuery query = query(scope, stages, baseline);
    Account.holdForCurrent(Kind.QUERIES, query.heldBytes());
    Searched found = searches.run(query, scope.namespace());
    if (!dialect.partialAnswers() || scope.failsOnPartial()) {
      found.shortfall().requireNone();
    }
    var form = new ChangesJson(grid, baseline, found.answer());
    return found.shortfall().mark(Json.answer(form::writeTo));
  }

  private ChangeQuery query(SearchScope scope, SeriesStages stages, int baseline) {
    try {
      return new ChangeQuery(
          searches.haystack(scope.metrics(), scope.filter()),
          stages,
          Resolution.RAW,
          baseline,
          scope.top());
    } catch (IllegalArgumentException e) {
      throw new HttpError(400, String.valueOf(e.getMessage()));
    }
  }
}

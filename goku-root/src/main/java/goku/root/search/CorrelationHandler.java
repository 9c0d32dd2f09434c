package goku.root.search;

import goku.budget.Account;
import goku.budget.Kind;
import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.query.Downsample;
import goku.query.Grid;
import goku.query.Resolution;
import goku.query.control.AskedAt;
import goku.query.correlation.Needle;
import goku.query.search.CorrelationQuery;
import goku.query.search.SlotValues;
import goku.root.fanout.QueryRunner;
import goku.root.fanout.SearchRunner;
import goku.root.fanout.SearchRunner.Searched;
import goku.root.fanout.Shortfall;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.query.QueryInterpreter;
import goku.root.opentsdb.wire.Json;
import java.util.Objects;

/// The handler of `/api/goku/correlate`: the series that correlate most with another one.
/// Thread-safe.
public final class CorrelationHandler implements HttpHandler {
  private final CorrelationReader reader;
  private final NeedleSource needles;
  private final SearchRunner searches;
  private final HistorySearch histories;
  private final Dialect dialect;

  public CorrelationHandler(
      QueryInterpreter interpreter, QueryRunner queries, SearchRunner searches, Dialect dialect) {
    reader = new CorrelationReader(interpreter, dialect);
    needles = new NeedleSource(queries);
    this.searches = searches;
    histories = new HistorySearch(needles, searches);
    this.dialect = dialect;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    CorrelationRequest asked = reader.read(request);
    // the time of the needle counts
    return AskedAt.call(AskedAt.nanos(), () -> handle(asked));
  }

  private HttpResponse handle(CorrelationRequest asked) throws InterruptedException {
    SearchScope scope = asked.scope();
    Grid grid =
        SearchGrid.of(Objects.requireNonNull(asked.needle().downsample()), asked.needle().range());
    Account.holdForCurrent(Kind.QUERIES, Needle.heldBytes(grid.size(), asked.maxLag()));
    boolean takesPartial = dialect.partialAnswers() && !scope.failsOnPartial();
    NeedleSource.Results needle = needles.ask(asked.needle(), takesPartial);
    double[] values = NeedleSource.values(needle.only().points(), grid);
    Searched found = searches.run(query(asked, values), scope.namespace());
    Shortfall shortfall = found.shortfall().with(needle.shortfall());
    if (!takesPartial) {
      shortfall.requireNone();
    }
    History history = histories.of(asked, grid, found.answer().best());
    var form =
        new CorrelationJson(
            asked, needle.only(), SlotValues.of(values), grid, found.answer(), history);
    return shortfall.mark(Json.answer(form::writeTo));
  }

  private CorrelationQuery query(CorrelationRequest asked, double[] values) {
    Downsample downsample = Objects.requireNonNull(asked.needle().downsample());
    SearchScope scope = asked.scope();
    try {
      return new CorrelationQuery(
          searches.haystack(scope.metrics(), scope.filter()),
          SearchGrid.averages(downsample.interval(), asked.needle().range()),
          Resolution.RAW,
          Needle.of(values, asked.score(), asked.maxLag()),
          scope.top());
    } catch (IllegalArgumentException e) {
      throw new HttpError(400, String.valueOf(e.getMessage()));
    }
  }
}

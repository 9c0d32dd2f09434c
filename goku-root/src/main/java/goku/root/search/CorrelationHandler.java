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
import goku.query.merge.AggregatedPoints;
import goku.query.merge.GroupResult;
import goku.query.search.CorrelationQuery;
import goku.query.search.SlotValues;
import goku.root.fanout.Asker;
import goku.root.fanout.QueryResult;
import goku.root.fanout.QueryRunner;
import goku.root.fanout.SearchRunner;
import goku.root.fanout.SearchRunner.Searched;
import goku.root.fanout.Shortfall;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.query.QueryInterpreter;
import goku.root.opentsdb.wire.Json;
import goku.root.planning.SeriesQuery;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// The handler of `/api/goku/correlate`: the series that correlate most with another one.
/// Thread-safe.
public final class CorrelationHandler implements HttpHandler {
  private final CorrelationReader reader;
  private final QueryRunner queries;
  private final SearchRunner searches;
  private final Dialect dialect;

  public CorrelationHandler(
      QueryInterpreter interpreter, QueryRunner queries, SearchRunner searches, Dialect dialect) {
    reader = new CorrelationReader(interpreter, dialect);
    this.queries = queries;
    this.searches = searches;
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
    Answered needle =
        needle(asked.needle(), new Asker("a correlation search", takesPartial, false));
    double[] values = values(needle.group().points(), grid);
    Searched found = searches.run(query(asked, values), scope.namespace());
    Shortfall shortfall = found.shortfall().with(needle.shortfall());
    if (!takesPartial) {
      shortfall.requireNone();
    }
    var form =
        new CorrelationJson(asked, needle.group(), SlotValues.of(values), grid, found.answer());
    return shortfall.mark(Json.answer(form::writeTo));
  }

  /// The needle, and what it may lack.
  private record Answered(GroupResult group, Shortfall shortfall) {}

  private Answered needle(SeriesQuery query, Asker asker) throws InterruptedException {
    try (QueryResult answer = queries.start(List.of(query), asker)) {
      List<GroupResult> groups = answer.queries().getFirst().all();
      answer.complete();
      return new Answered(only(groups, query), answer.shortfall());
    }
  }

  private static GroupResult only(List<GroupResult> groups, SeriesQuery query) {
    if (groups.isEmpty()) {
      throw new HttpError(
          400,
          "Invalid 'needle' parameter: '%s' has no datapoints in the range"
              .formatted(query.metric()));
    }
    if (groups.size() > 1) {
      throw new HttpError(
          400,
          "Invalid 'needle' parameter: '%s' gives %d results, and one is needed; filter by more tags, or group by none"
              .formatted(query.metric(), groups.size()));
    }
    return groups.getFirst();
  }

  private static double[] values(AggregatedPoints points, Grid grid) {
    double[] values = new double[grid.size()];
    Arrays.fill(values, Double.NaN);
    for (int i = 0; i < points.size(); i++) {
      int slot = grid.firstAtOrAfter(points.timestamp(i));
      if (slot < values.length && grid.times()[slot] == points.timestamp(i)) {
        values[slot] = points.integers() ? points.longValue(i) : points.doubleValue(i);
      }
    }
    return values;
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

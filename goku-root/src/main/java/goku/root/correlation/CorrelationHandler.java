package goku.root.correlation;

import goku.budget.Account;
import goku.budget.Kind;
import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Grid;
import goku.query.QueryWindow;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.control.AskedAt;
import goku.query.correlation.Needle;
import goku.query.merge.AggregatedPoints;
import goku.query.merge.GroupResult;
import goku.query.search.CorrelationQuery;
import goku.query.search.SlotValues;
import goku.root.fanout.Asker;
import goku.root.fanout.CorrelationRunner;
import goku.root.fanout.CorrelationRunner.Correlated;
import goku.root.fanout.QueryResult;
import goku.root.fanout.QueryRunner;
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
  private final CorrelationRunner searches;
  private final Dialect dialect;

  public CorrelationHandler(
      QueryInterpreter interpreter,
      QueryRunner queries,
      CorrelationRunner searches,
      Dialect dialect) {
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
    Grid grid = grid(asked.needle());
    Account.holdForCurrent(Kind.QUERIES, Needle.heldBytes(grid.size(), asked.maxLag()));
    boolean takesPartial = dialect.partialAnswers() && !asked.failsOnPartial();
    Answered needle =
        needle(asked.needle(), new Asker("a correlation search", takesPartial, false));
    double[] values = values(needle.group().points(), grid);
    Correlated found = searches.run(query(asked, values), asked.namespace());
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

  private static Grid grid(SeriesQuery needle) {
    Downsample downsample = Objects.requireNonNull(needle.downsample());
    // a grid reserves two slots more than it may need
    Grid grid = Grid.of(downsample, needle.range(), Needle.MOST_SLOTS + 2);
    if (grid == null || grid.size() > Needle.MOST_SLOTS) {
      throw new HttpError(
          400,
          "Invalid 'interval' parameter: the range has more than %d slots of this length; use a longer one"
              .formatted(Needle.MOST_SLOTS));
    }
    return grid;
  }

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
    Downsample interval = Objects.requireNonNull(asked.needle().downsample());
    var average = new Downsample(interval.interval(), Aggregator.AVG, FillPolicy.NONE);
    try {
      return new CorrelationQuery(
          searches.haystack(asked.metrics(), asked.filter()),
          new SeriesStages(average, null, QueryWindow.of(asked.needle().range(), average)),
          Resolution.RAW,
          Needle.of(values, asked.score(), asked.maxLag()),
          asked.top());
    } catch (IllegalArgumentException e) {
      throw new HttpError(400, String.valueOf(e.getMessage()));
    }
  }
}

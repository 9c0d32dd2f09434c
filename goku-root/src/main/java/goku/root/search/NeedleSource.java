package goku.root.search;

import goku.http.HttpError;
import goku.query.Grid;
import goku.query.merge.AggregatedPoints;
import goku.query.merge.GroupResult;
import goku.root.fanout.Asker;
import goku.root.fanout.QueryResult;
import goku.root.fanout.QueryRunner;
import goku.root.fanout.Shortfall;
import goku.root.planning.SeriesQuery;
import java.util.Arrays;
import java.util.List;

/// The query for a needle. Thread-safe.
record NeedleSource(QueryRunner queries) {
  /// The results of the needle's query, of which a search needs exactly one.
  ///
  /// @param shortfall what the needle may lack
  record Results(SeriesQuery query, List<GroupResult> all, Shortfall shortfall) {
    /// @throws HttpError 400 if there is no result, or several
    GroupResult only() {
      if (all.isEmpty()) {
        throw new HttpError(
            400,
            "Invalid 'needle' parameter: '%s' has no datapoints in the range"
                .formatted(query.metric()));
      }
      if (all.size() > 1) {
        throw new HttpError(
            400,
            "Invalid 'needle' parameter: '%s' gives %d results, and one is needed; filter by more tags, or group by none"
                .formatted(query.metric(), all.size()));
      }
      return all.getFirst();
    }
  }

  Results ask(SeriesQuery query, boolean takesPartial) throws InterruptedException {
    var asker = new Asker("a correlation search", takesPartial, false);
    try (QueryResult answer = queries.start(List.of(query), asker)) {
      List<GroupResult> all = answer.queries().getFirst().all();
      answer.complete();
      return new Results(query, all, answer.shortfall());
    }
  }

  /// Returns the values, one for each slot; NaN where there is none.
  static double[] values(AggregatedPoints points, Grid grid) {
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
}

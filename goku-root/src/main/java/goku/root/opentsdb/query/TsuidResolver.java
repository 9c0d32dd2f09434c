package goku.root.opentsdb.query;

import goku.http.HttpError;
import goku.model.Holes;
import goku.model.SeriesId;
import goku.root.fanout.SeriesDirectory;
import goku.root.opentsdb.language.SubQuery;
import goku.root.opentsdb.wire.Tsuid;
import goku.rpc.FoundSeries;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A resolver of the metrics of sub queries by TSUID, which decide the shards to query.
public final class TsuidResolver {
  private final SeriesDirectory series;

  public TsuidResolver(SeriesDirectory series) {
    this.series = series;
  }

  /// A request with a metric in each sub query.
  ///
  /// @param holes for each sub query, the times for which its series may be missing, because its
  ///   metric is unknown
  record Resolved(QueryRequest request, List<Holes> holes) {}

  /// Returns the request with a metric in each sub query. An unknown identifier serves as the
  /// metric: no series has it, so the answer to the sub query is empty.
  Resolved resolve(QueryRequest request) throws InterruptedException {
    List<SubQuery> resolved = new ArrayList<>();
    List<Holes> holes = new ArrayList<>();
    for (SubQuery query : request.queries()) {
      if (query.tsuids().isEmpty()) {
        resolved.add(query);
        holes.add(Holes.NONE);
      } else {
        SeriesDirectory.First found = first(query.tsuids());
        FoundSeries one = found.series();
        resolved.add(query.ofMetric(one == null ? query.tsuids().getFirst() : one.metric()));
        holes.add(found.holes());
      }
    }
    return new Resolved(request.with(resolved), holes);
  }

  private SeriesDirectory.First first(List<String> tsuids) throws InterruptedException {
    Set<SeriesId> ids = Tsuid.parse(tsuids);
    if (ids.stream().map(SeriesId::metricHash).distinct().count() > 1) {
      throw new HttpError(
          400,
          "One or more TSUIDs did not share the same metric",
          "Query each metric in its own sub query");
    }
    return series.first(ids);
  }
}

package goku.root.opentsdb.query;

import goku.http.HttpError;
import goku.model.SeriesId;
import goku.root.fanout.SeriesDirectory;
import goku.root.opentsdb.language.SubQuery;
import goku.root.opentsdb.wire.Tsuid;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A resolver of the metrics of sub queries by TSUID, which decide the shards to query.
public final class TsuidResolver {
  private final SeriesDirectory series;

  public TsuidResolver(SeriesDirectory series) {
    this.series = series;
  }

  /// Returns the request with a metric in each sub query. An unknown identifier serves as the
  /// metric: no series has it, so the answer to the sub query is empty.
  QueryRequest resolve(QueryRequest request) throws InterruptedException {
    List<SubQuery> resolved = new ArrayList<>();
    for (SubQuery query : request.queries()) {
      resolved.add(query.tsuids().isEmpty() ? query : query.ofMetric(metricOf(query.tsuids())));
    }
    return request.with(resolved);
  }

  private String metricOf(List<String> tsuids) throws InterruptedException {
    Set<SeriesId> ids = Tsuid.parse(tsuids);
    if (ids.stream().map(SeriesId::metricHash).distinct().count() > 1) {
      throw new HttpError(
          400,
          "One or more TSUIDs did not share the same metric",
          "Query each metric in its own sub query");
    }
    return series.metricOf(ids).orElse(tsuids.getFirst());
  }
}

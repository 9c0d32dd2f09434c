package goku.root.opentsdb.query;

import goku.http.HttpError;
import goku.model.SeriesId;
import goku.root.fanout.SeriesDirectory;
import goku.root.opentsdb.language.SubQuery;
import goku.root.opentsdb.wire.Tsuid;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The lookup of sub queries' metrics by TSUID, on which shards and answer depend.
public final class TsuidResolver {
  private final SeriesDirectory series;

  public TsuidResolver(SeriesDirectory series) {
    this.series = series;
  }

  /// The request with a metric in each sub query. Identifiers that no series has stand for the
  /// metric themselves: it has no series, and the sub query none in its answer.
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
          "Ask for each metric in a sub query of its own");
    }
    return series.metricOf(ids).orElse(tsuids.getFirst());
  }
}

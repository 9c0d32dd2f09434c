package goku.root.opentsdb.query;

import goku.http.HttpError;
import goku.model.HistogramMetric;
import goku.model.Holes;
import goku.model.SeriesId;
import goku.root.fanout.SeriesDirectory;
import goku.root.opentsdb.language.SubQuery;
import goku.root.opentsdb.wire.Tsuid;
import goku.root.opentsdb.wire.Tsuids;
import goku.rpc.FoundSeries;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A resolver of the metrics of sub queries by TSUID, which decide the shards to query.
public final class TsuidResolver {
  private final SeriesDirectory series;
  private final Tsuids tsuids;

  public TsuidResolver(SeriesDirectory series, Tsuids tsuids) {
    this.series = series;
    this.tsuids = tsuids;
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
      } else if (query.histograms() == null) {
        SeriesDirectory.First found = series.first(ids(query.tsuids()));
        FoundSeries one = found.series();
        resolved.add(query.ofMetric(one == null ? query.tsuids().getFirst() : one.shownMetric()));
        holes.add(found.holes());
      } else {
        SeriesDirectory.Named found = series.named(ids(query.tsuids()));
        resolved.add(ofHistograms(query, found.series()));
        holes.add(found.holes());
      }
    }
    return new Resolved(request.with(resolved), holes);
  }

  /// Returns the sub query for the histograms of series. These have identifiers of their own, but
  /// clients may also know those of the values with the same names.
  private SubQuery ofHistograms(SubQuery query, List<FoundSeries> found) {
    if (found.isEmpty()) {
      return query.ofMetric(query.tsuids().getFirst());
    }
    String metric = found.getFirst().shownMetric();
    String stored = HistogramMetric.of(metric);
    return query.ofSeries(
        metric, found.stream().map(one -> tsuids.of(stored, one.tags())).distinct().toList());
  }

  private static Set<SeriesId> ids(List<String> tsuids) {
    Set<SeriesId> ids = Tsuid.parse(tsuids);
    if (ids.stream().map(SeriesId::metricHash).distinct().count() > 1) {
      throw new HttpError(
          400,
          "One or more TSUIDs did not share the same metric",
          "Query each metric in its own sub query");
    }
    return ids;
  }
}

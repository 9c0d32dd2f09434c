package goku.shortterm.census;

import goku.cardinality.CountQuery;
import goku.cardinality.ScopeCount;
import goku.cardinality.ScopeCount.Filtered;
import goku.cardinality.SeriesScope;
import goku.cardinality.SoftLimits;
import goku.index.Cardinality;
import goku.index.IndexLimits;
import goku.index.MetricCount;
import goku.index.SeriesIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// The numbers of series of a shard: of the whole shard, of the metrics near their limit, and of
/// prefixes. Near a limit, a filter of the series belongs to the number. All ingestors get the same
/// filters. Thread-safe. Callers hold a pin.
public final class SeriesCensus {
  private final SeriesIndex index;
  private final Cardinality cardinality;
  private final IndexLimits limits;
  private final ScopeFilters filters;
  private final PrefixCounts prefixes;

  public SeriesCensus(SeriesIndex index, IndexLimits limits, LongSupplier nanoTime) {
    this.index = index;
    this.cardinality = index.cardinality();
    this.limits = limits;
    filters = new ScopeFilters(cardinality, nanoTime);
    prefixes = new PrefixCounts(cardinality, nanoTime);
  }

  /// Counts the series. A count is from after the call, and a filter has all series that were there
  /// before the call, except as its age tells.
  public synchronized List<ScopeCount> count(CountQuery query) {
    List<ScopeCount> counts = new ArrayList<>();
    counts.add(shard(query));
    for (MetricCount.Near near : cardinality.nearLimit()) {
      counts.add(metric(near, query));
    }
    for (String prefix : query.prefixes()) {
      counts.add(prefix(prefix, query));
    }
    filters.forgetUnused();
    return counts;
  }

  private ScopeCount shard(CountQuery query) {
    long limit = limits.seriesPerShard();
    boolean isNear = index.size() >= SoftLimits.filteredAt(limit);
    Optional<Filtered> filtered =
        isNear || query.wanted().contains(SeriesScope.SHARD)
            ? Optional.of(filters.of(SeriesScope.SHARD, cardinality.added(), query))
            : Optional.empty();
    return new ScopeCount(SeriesScope.SHARD, index.size(), limit, filtered);
  }

  private ScopeCount metric(MetricCount.Near near, CountQuery query) {
    long limit = limits.seriesPerMetric();
    SeriesScope scope = SeriesScope.metric(near.count().metric());
    Optional<Filtered> filtered =
        near.count().series() >= SoftLimits.filteredAt(limit)
            ? Optional.of(filters.of(scope, near.added(), query))
            : Optional.empty();
    return new ScopeCount(scope, near.count().series(), limit, filtered);
  }

  private ScopeCount prefix(String prefix, CountQuery query) {
    SeriesScope scope = SeriesScope.prefix(prefix);
    Optional<Filtered> filtered =
        query.wanted().contains(scope)
            ? Optional.of(filters.of(scope, cardinality.added(), query))
            : Optional.empty();
    return new ScopeCount(scope, prefixes.count(prefix), 0, filtered);
  }
}

package goku.ingest.limit;

import goku.cardinality.HashFilter;
import goku.cardinality.ScopeCount;
import goku.cardinality.ScopeCount.Filtered;
import goku.cardinality.SeriesCounts;
import goku.cardinality.SeriesScope;
import goku.cardinality.SeriesScope.Kind;
import goku.cardinality.SoftLimits;
import goku.model.NameHash;
import goku.model.NameText;
import goku.model.ShardId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The limits of one shard and of its metrics, and the part that the shard has in the limits of its
/// namespace. Owned by the thread that looks at the shards.
final class ShardGates {
  private record Kept(long version, HashFilter filter) {}

  private final long startedNanos;
  private final String place;
  private final ScopeGate shard;
  private final Map<SeriesScope, ScopeGate> metrics = new HashMap<>();

  /// The gates of the namespace and its prefixes.
  private final Map<SeriesScope, ScopeGate> shared = new HashMap<>();

  private final Map<SeriesScope, Kept> filters = new HashMap<>();
  private long logNanos;

  ShardGates(ShardId id, long startedNanos) {
    this.startedNanos = startedNanos;
    logNanos = startedNanos - 1;
    place = "shard=" + id;
    var bound = new Bound("shard " + id, place, "short.max-series-per-shard");
    shard = new ScopeGate(SeriesScope.SHARD, bound, startedNanos);
  }

  /// Takes over what the shard stated.
  ///
  /// @param wide the limits of the namespace and its prefixes, by the scope that counts for them
  void look(SeriesCounts counts, Map<SeriesScope, Bound> wide, long sentNanos, long nowNanos) {
    logNanos = sentNanos - counts.lagMillis() * 1_000_000;
    shared.keySet().retainAll(wide.keySet());
    Map<SeriesScope, ScopeCount> stated = withFilters(counts);
    metrics.keySet().retainAll(stated.keySet());
    for (ScopeCount count : stated.values()) {
      if (count.scope().kind() == Kind.METRIC) {
        ScopeGate gate = metrics.computeIfAbsent(count.scope(), this::metricGate);
        lookAlone(gate, count, nowNanos);
      } else if (count.scope().kind() == Kind.SHARD) {
        lookAlone(shard, count, nowNanos);
      }
      Bound bound = wide.get(count.scope());
      if (bound != null) {
        shared
            .computeIfAbsent(count.scope(), scope -> new ScopeGate(scope, bound, startedNanos))
            .look(count, logNanos, nowNanos);
      }
    }
  }

  private ScopeGate metricGate(SeriesScope scope) {
    var bound = new Bound("metric '" + scope.name() + "'", place, "short.max-series-per-metric");
    return new ScopeGate(scope, bound, startedNanos);
  }

  /// Looks at a scope that has a limit in this shard only.
  private void lookAlone(ScopeGate gate, ScopeCount count, long nowNanos) {
    boolean isNear = count.series() >= SoftLimits.filteredAt(count.limit());
    Optional<Filtered> filtered = isNear ? count.filtered() : Optional.empty();
    gate.look(
        new ScopeCount(count.scope(), count.series(), count.limit(), filtered), logNanos, nowNanos);
    gate.bound().look(gate.series(), count.limit(), Largest.of(count));
  }

  /// Returns the counts with the filters that this ingestor has already.
  private Map<SeriesScope, ScopeCount> withFilters(SeriesCounts counts) {
    Map<SeriesScope, ScopeCount> all = new HashMap<>();
    for (ScopeCount count : counts.scopes()) {
      all.put(count.scope(), withFilter(count));
    }
    filters.keySet().retainAll(all.keySet());
    return all;
  }

  private ScopeCount withFilter(ScopeCount count) {
    Kept kept = filters.remove(count.scope());
    if (count.filtered().isEmpty()) {
      return count;
    }
    Filtered stated = count.filtered().get();
    if (stated.filter().isPresent()) {
      kept = new Kept(stated.version(), stated.filter().get());
    }
    if (kept == null || kept.version != stated.version()) {
      return new ScopeCount(count.scope(), count.series(), count.limit(), Optional.empty());
    }
    filters.put(count.scope(), kept);
    var filled =
        new Filtered(
            stated.version(),
            stated.series(),
            stated.ageMillis(),
            Optional.of(kept.filter),
            stated.largest());
    return new ScopeCount(count.scope(), count.series(), count.limit(), Optional.of(filled));
  }

  /// Returns the versions of the filters, by scope.
  Map<SeriesScope, Long> versions() {
    return filters.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, one -> one.getValue().version));
  }

  /// Returns the bytes of the filters.
  long bytes() {
    return filters.values().stream().mapToLong(kept -> kept.filter.bytes()).sum();
  }

  /// Returns the time up to which the shard had all of its log when it last answered.
  long logNanos() {
    return logNanos;
  }

  /// Returns the number of series that the shard has in a limit of its namespace.
  long series(SeriesScope scope) {
    ScopeGate gate = shared.get(scope);
    return gate == null ? 0 : gate.series();
  }

  /// Returns the limits of the shard and of its metrics.
  List<Bound> bounds() {
    List<Bound> all = new ArrayList<>();
    all.add(shard.bound());
    metrics.values().forEach(gate -> all.add(gate.bound()));
    return all;
  }

  ShardView view() {
    List<ScopeGate> wide = new ArrayList<>(shared.values());
    wide.add(shard);
    wide.removeIf(gate -> !gate.isNear());
    Map<Long, ScopeGate> near = new HashMap<>();
    metrics.forEach(
        (scope, gate) -> {
          if (gate.isNear()) {
            near.put(NameHash.of(NameText.bytes(scope.name())), gate);
          }
        });
    return new ShardView(wide, near);
  }
}

package goku.ingest.limit;

import goku.cardinality.CountQuery;
import goku.cardinality.ScopeCount;
import goku.cardinality.SeriesCounts;
import goku.cardinality.SeriesScope;
import goku.cardinality.SoftLimits;
import goku.ingest.parse.Datapoint;
import goku.ingest.parse.Rejection;
import goku.model.Namespace;
import goku.model.SeriesLimits.PrefixLimit;
import goku.model.ShardId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The limits of series of one namespace: of a metric in a shard, of a shard, of prefixes, and of
/// the whole namespace. Any thread asks for refusals. One thread looks at the shards.
public final class NamespaceGate {
  private static final @Nullable ShardView[] NONE = {}; // before the gate that has it

  /// A gate without limits.
  public static final NamespaceGate OPEN = new NamespaceGate("", System::nanoTime);

  private final String name;
  private final LongSupplier nanoTime;
  private final long startedNanos;

  /// The shards near a limit, by their number; empty if there are none. Replaced by each look.
  private volatile @Nullable ShardView[] views = NONE;

  // owned by the thread that looks
  private final Map<ShardId, ShardGates> shards = new HashMap<>();
  private final Map<SeriesScope, Bound> wide = new LinkedHashMap<>();

  NamespaceGate(String name, LongSupplier nanoTime) {
    this.name = name;
    this.nanoTime = nanoTime;
    startedNanos = nanoTime.getAsLong();
  }

  /// Returns the rejection of a datapoint of a new series over a limit; null if the datapoint
  /// passes. Then its series counts as one of the shard. Called last of all checks, because what
  /// passes is expected to reach the shard. Any thread.
  public @Nullable Rejection refusal(Namespace namespace, Datapoint point) {
    @Nullable ShardView[] now = views;
    if (now.length == 0) {
      return null;
    }
    int shard = namespace.sharding().shardOf(point.metricHash(), point.hash());
    ShardView view = now[shard];
    return view == null ? null : view.refusal(point, nanoTime.getAsLong());
  }

  /// Returns the questions for all shards.
  List<CountQuery> queries(Namespace namespace) {
    follow(namespace);
    List<String> prefixes =
        namespace.seriesLimits().prefixes().stream().map(PrefixLimit::prefix).toList();
    var wanted =
        wide.entrySet().stream()
            .filter(one -> one.getValue().series() >= filteredAt(namespace, one.getKey()))
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    return namespace
        .allShards()
        .map(
            id -> {
              ShardGates known = shards.get(id);
              return new CountQuery(
                  id, prefixes, wanted, known == null ? Map.of() : known.versions());
            })
        .toList();
  }

  private void follow(Namespace namespace) {
    if (namespace.seriesLimits().all() > 0) {
      wide.computeIfAbsent(
          SeriesScope.SHARD,
          _ -> new Bound("namespace " + name, "namespace=" + name, "max-series of the namespace"));
    }
    for (PrefixLimit limit : namespace.seriesLimits().prefixes()) {
      wide.computeIfAbsent(
          SeriesScope.prefix(limit.prefix()),
          _ ->
              new Bound(
                  "prefix '%s' in namespace %s".formatted(limit.prefix(), name),
                  "namespace=" + name,
                  "max-series of the prefix"));
    }
    wide.keySet().removeIf(scope -> limit(namespace, scope) == 0);
  }

  private static long filteredAt(Namespace namespace, SeriesScope scope) {
    return SoftLimits.filteredAt(limit(namespace, scope));
  }

  /// Returns the namespace's limit for the sum of a scope of its shards; 0 for none.
  private static long limit(Namespace namespace, SeriesScope scope) {
    return scope.equals(SeriesScope.SHARD)
        ? namespace.seriesLimits().all()
        : namespace.seriesLimits().prefixes().stream()
            .filter(limit -> limit.prefix().equals(scope.name()))
            .mapToLong(PrefixLimit::series)
            .findFirst()
            .orElse(0);
  }

  /// Takes over what the shards stated. A shard that did not answer, or that loads, stays as it
  /// was.
  ///
  /// @param sentNanos when the shards were asked
  void look(Namespace namespace, List<SeriesCounts> answers, long sentNanos) {
    long now = nanoTime.getAsLong();
    Map<SeriesScope, ScopeCount> largest = new HashMap<>();
    for (SeriesCounts counts : answers) {
      if (counts.isComplete()) {
        shards
            .computeIfAbsent(counts.shard(), id -> new ShardGates(id, startedNanos))
            .look(counts, wide, sentNanos, now);
        counts
            .scopes()
            .forEach(count -> largest.merge(count.scope(), count, NamespaceGate::larger));
      }
    }
    wide.forEach(
        (scope, bound) ->
            bound.look(
                shards.values().stream().mapToLong(shard -> shard.series(scope)).sum(),
                limit(namespace, scope),
                Optional.ofNullable(largest.get(scope)).map(Largest::of).orElse("")));
    views = views(namespace);
  }

  private static ScopeCount larger(ScopeCount first, ScopeCount second) {
    return second.series() > first.series() ? second : first;
  }

  private @Nullable ShardView[] views(Namespace namespace) {
    var next = new ShardView[namespace.sharding().shards()];
    boolean any = false;
    for (Map.Entry<ShardId, ShardGates> one : shards.entrySet()) {
      ShardView view = one.getValue().view();
      if (!view.isEmpty()) {
        next[one.getKey().shard()] = view;
        any = true;
      }
    }
    return any ? next : NONE;
  }

  /// Returns all limits.
  List<Bound> bounds() {
    List<Bound> all = new ArrayList<>(wide.values());
    shards.values().forEach(shard -> all.addAll(shard.bounds()));
    return all;
  }

  /// Returns the limits that the shards do not know by themselves.
  List<Bound> wideBounds() {
    return List.copyOf(wide.values());
  }

  /// Returns the bytes of all filters.
  long bytes() {
    return shards.values().stream().mapToLong(ShardGates::bytes).sum();
  }

  /// Returns the number of shards whose counts are not known since a time.
  long unknownSince(Namespace namespace, long nanos) {
    return namespace
        .allShards()
        .filter(id -> !shards.containsKey(id) || shards.get(id).logNanos() - nanos < 0)
        .count();
  }
}

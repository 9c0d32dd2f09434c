package goku.ingest.limit;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.cardinality.CountQuery;
import goku.cardinality.HashFilter;
import goku.cardinality.ScopeCount;
import goku.cardinality.ScopeCount.Filtered;
import goku.cardinality.ScopeCount.LargestMetric;
import goku.cardinality.SeriesCounts;
import goku.cardinality.SeriesScope;
import goku.cardinality.SoftLimits;
import goku.ingest.Points;
import goku.ingest.parse.Datapoint;
import goku.ingest.parse.Rejection;
import goku.model.Live;
import goku.model.NameHash;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.testkit.namespace.NamespaceBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Shards that state their series, as those of GokuS do: a filter for each scope near its limit,
/// and for wanted scopes. Series are canonical names. Time stands still unless a test moves it.
public final class FakeShards implements SeriesSource {
  /// A namespace of one shard.
  public static final Namespaces ONE_SHARD =
      new Namespaces(List.of(NamespaceBuilder.namespace("ns1").build()));

  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final Set<String> series = new LinkedHashSet<>();
  long perMetric = Long.MAX_VALUE;
  long perShard = Long.MAX_VALUE;
  long lagMillis;
  boolean loads;
  boolean answers = true;
  long nowNanos;

  private final Namespaces namespaces;
  private final SeriesGates gates;

  /// The number of filters sent.
  int filters;

  FakeShards(Namespaces namespaces) {
    this.namespaces = namespaces;
    gates = new SeriesGates(this, new Live<>(namespaces), registry, () -> nowNanos);
  }

  /// Returns one shard in which a metric has one series, which is its limit.
  public static FakeShards full(String name) {
    var shards = new FakeShards(ONE_SHARD);
    shards.series.add(name);
    shards.perMetric = 1;
    shards.nowNanos = 1;
    try {
      shards.look();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return shards;
  }

  /// Returns the gate of a namespace.
  public NamespaceGate gate(Namespace namespace) {
    return gates.of(namespace);
  }

  void look() throws InterruptedException {
    gates.look();
  }

  /// Sends a datapoint of the series and returns its rejection. The shard does not get it.
  @Nullable Rejection put(String name) {
    int blank = name.indexOf(' ');
    Datapoint point =
        Points.parse(name.substring(0, blank) + " 1700000000 1" + name.substring(blank));
    Namespace namespace = namespaces.defaultNamespace();
    return gates.of(namespace).refusal(namespace, point);
  }

  @Override
  public List<SeriesCounts> ask(List<CountQuery> queries) {
    return answers ? queries.stream().map(this::counts).toList() : List.of();
  }

  private SeriesCounts counts(CountQuery query) {
    List<ScopeCount> counts = new ArrayList<>();
    List<String> here =
        series.stream().filter(name -> shardOf(name).equals(query.shard())).toList();
    counts.add(count(SeriesScope.SHARD, here, perShard, query));
    here.stream()
        .map(name -> name.substring(0, name.indexOf(' ')))
        .distinct()
        .forEach(
            metric -> {
              List<String> own = here.stream().filter(one -> one.startsWith(metric + " ")).toList();
              if (own.size() >= SoftLimits.warningAt(perMetric)) {
                counts.add(count(SeriesScope.metric(metric), own, perMetric, query));
              }
            });
    for (String prefix : query.prefixes()) {
      List<String> own = here.stream().filter(one -> one.startsWith(prefix)).toList();
      counts.add(count(SeriesScope.prefix(prefix), own, 0, query));
    }
    return new SeriesCounts(query.shard(), !loads, lagMillis, counts);
  }

  private ScopeCount count(SeriesScope scope, List<String> own, long limit, CountQuery query) {
    boolean isNear = limit > 0 && own.size() >= SoftLimits.filteredAt(limit);
    if (!isNear && !query.wanted().contains(scope)) {
      return new ScopeCount(scope, own.size(), limit, Optional.empty());
    }
    long version = own.hashCode() | 1;
    boolean known = query.known().getOrDefault(scope, 0L) == version;
    filters += known ? 0 : 1;
    long[] hashes = own.stream().mapToLong(FakeShards::hash).toArray();
    String metric = own.isEmpty() ? "" : own.getFirst().substring(0, own.getFirst().indexOf(' '));
    var filtered =
        new Filtered(
            version,
            own.size(),
            0,
            known ? Optional.empty() : Optional.of(HashFilter.of(hashes)),
            new LargestMetric(metric, "host"));
    return new ScopeCount(scope, own.size(), limit, Optional.of(filtered));
  }

  private ShardId shardOf(String name) {
    SeriesName canonical = SeriesName.ofCanonical(name.getBytes(UTF_8));
    Namespace namespace = namespaces.defaultNamespace();
    long metric = NameHash.of(name.substring(0, name.indexOf(' ')).getBytes(UTF_8));
    return namespace.shard(namespace.sharding().shardOf(metric, canonical.hash()));
  }

  private static long hash(String name) {
    return SeriesName.ofCanonical(name.getBytes(UTF_8)).hash();
  }
}

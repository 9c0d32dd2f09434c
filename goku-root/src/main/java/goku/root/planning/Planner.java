package goku.root.planning;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.http.access.Caller;
import goku.model.Blocklist;
import goku.model.Live;
import goku.model.NameHash;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.SeriesId;
import goku.model.ShardId;
import goku.model.Store;
import goku.model.TimeRange;
import goku.query.NodeQuery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The planner of queries: finds the shards that can have the requested data (section 4.7.1 of the
/// paper). These are the metric's shard group in GokuL and GokuS, in each namespace of the metric
/// over the range. A blocked metric has no shards, and namespaces that the caller may not read are
/// skipped. Thread-safe.
public final class Planner {
  private static final TimeRange ALL_TIME = new TimeRange(0, Long.MAX_VALUE);

  private final Supplier<Namespaces> current;
  private final Stores stores;
  private final Boundary boundary;
  private final Portions divided;
  private final Live<Blocklist> blocklist;

  /// Creates a planner.
  ///
  /// @param namespaces the supplier of the current namespaces
  /// @param blocklist the metrics that have no shards
  public Planner(
      Supplier<Namespaces> namespaces,
      Stores stores,
      Boundary boundary,
      Live<Blocklist> blocklist) {
    current = namespaces;
    this.stores = stores;
    this.boundary = boundary;
    divided = new Portions(boundary, stores.hasLongTerm());
    this.blocklist = blocklist;
  }

  /// Returns whether the metric is blocked, which makes it look nonexistent.
  public boolean isHidden(String metric) {
    return blocklist.current().blocks(metric);
  }

  public QueryPlan plan(SeriesQuery query) {
    var nothing = new QueryPlan(List.of(), query.grouping(), null, QueryPlan.ALL);
    if (isHidden(query.metric())) {
      return nothing;
    }
    TimeRange read = query.window().read();
    long metricHash = hash(query.metric());
    var owners = new Owners(current.get(), query.metric(), read);
    List<Namespace> all = owners.all();
    List<Portion> portions = new ArrayList<>();
    for (Namespace namespace : all) {
      if (isShown(namespace)) {
        portions.addAll(divided.of(namespace, metricHash, read));
      }
    }
    if (portions.isEmpty()) {
      return nothing;
    }
    var division = Division.of(query.stages(), portions);
    List<QuerySource> sources = new ArrayList<>();
    for (Portion portion : portions) {
      sources.add(
          new QuerySource(
              portion.store(),
              stores.of(portion.store()),
              portion.shardsOfMetric(metricHash).map(StoreShard::id).toList(),
              nodeQuery(query, division, portion.range()),
              portion.split()));
    }
    // a caller who may not read a namespace must not learn about its retention
    boolean allTheirs = all.stream().allMatch(Planner::isReadable);
    long keptFrom = allTheirs ? owners.keptFrom(all, boundary) : QueryPlan.ALL;
    return new QueryPlan(sources, query.grouping(), division.root(), keptFrom);
  }

  private static NodeQuery nodeQuery(SeriesQuery query, Division division, TimeRange read) {
    return new NodeQuery(
        query.series(),
        division.nodes().within(read),
        query.grouping(),
        division.root() != null,
        query.resolution().before(read.endMillis() + 1));
  }

  /// Returns the calls that reach every series of the metric, at all times.
  public List<NodeCall> callsForMetric(String metric) {
    return callsForMetric(metric, ALL_TIME);
  }

  /// Returns the calls that reach every series of the metric in the store.
  public List<NodeCall> callsForMetric(String metric, Store store) {
    long metricHash = hash(metric);
    return calls(
        namespacesOf(metric)
            .flatMap(namespace -> divided.of(namespace, metricHash, ALL_TIME).stream())
            .filter(portion -> portion.store() == store),
        portion -> portion.shardsOfMetric(metricHash));
  }

  /// Returns the calls that reach the series of the metric in the range, each for its part of it.
  public List<NodeCall> callsForMetric(String metric, TimeRange range) {
    long metricHash = hash(metric);
    return calls(
        namespacesOf(metric)
            .flatMap(namespace -> divided.of(namespace, metricHash, range).stream()),
        portion -> portion.shardsOfMetric(metricHash));
  }

  /// Returns the calls that reach the series with these identifiers, at all times.
  public List<NodeCall> callsForSeries(Set<SeriesId> ids) {
    return callsForSeries(ids, ALL_TIME);
  }

  /// Returns the calls that reach the series with these identifiers in the range, each for its part
  /// of it. The namespace depends on the metric's name, which is unknown here. So every namespace
  /// is queried, in the shard that the series would have there.
  public List<NodeCall> callsForSeries(Set<SeriesId> ids, TimeRange range) {
    return calls(
        inForce().flatMap(namespace -> portions(namespace, range)),
        portion -> ids.stream().map(portion::shardOf).distinct());
  }

  public List<NodeCall> callsForAll() {
    return calls(inForce().flatMap(namespace -> portions(namespace, ALL_TIME)), Portion::allShards);
  }

  /// Returns the calls that reach all data of the store.
  public List<NodeCall> callsForAll(Store store) {
    return calls(inForce().flatMap(namespace -> portions(namespace, store)), Portion::allShards);
  }

  /// Returns the namespaces that can have current datapoints. The shards of a new namespace may not
  /// be open yet, and queries must not wait for them before the namespace receives datapoints.
  /// Datapoints that were sent ahead of the clock are found from then on.
  private Stream<Namespace> inForce() {
    return current.get().all().stream().filter(this::isShown);
  }

  private boolean isShown(Namespace namespace) {
    boolean canHold = boundary.isInForce(namespace) || current.get().hasLateMove(namespace);
    return canHold && isReadable(namespace);
  }

  /// Returns whether the caller may read the namespace. Others look as if they were empty.
  private static boolean isReadable(Namespace namespace) {
    return Caller.current().reads(namespace.name());
  }

  private Stream<Namespace> namespacesOf(String metric) {
    return isHidden(metric)
        ? Stream.empty()
        : current.get().of(metric, ALL_TIME).stream().filter(this::isShown);
  }

  private Stream<Portion> portions(Namespace namespace, Store store) {
    return portions(namespace, ALL_TIME).filter(portion -> portion.store() == store);
  }

  private Stream<Portion> portions(Namespace namespace, TimeRange range) {
    return divided.of(namespace, range).stream();
  }

  /// Returns one call for each store and part of the time.
  private List<NodeCall> calls(
      Stream<Portion> portions, Function<Portion, Stream<StoreShard>> shards) {
    record Target(Store store, TimeRange range, StoreSplit split) {}
    Map<Target, List<ShardId>> targets = new LinkedHashMap<>();
    portions.forEach(
        portion ->
            shards
                .apply(portion)
                .forEach(
                    shard ->
                        targets
                            .computeIfAbsent(
                                new Target(portion.store(), portion.range(), portion.split()),
                                first -> new ArrayList<>())
                            .add(shard.id())));
    List<NodeCall> calls = new ArrayList<>();
    targets.forEach(
        (target, ids) ->
            calls.add(
                new NodeCall(stores.of(target.store()), ids, target.range(), target.split())));
    return calls;
  }

  private static long hash(String metric) {
    return NameHash.of(metric.getBytes(UTF_8));
  }
}

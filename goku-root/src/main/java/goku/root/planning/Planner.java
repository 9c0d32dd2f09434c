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

/// Finds the shards that can hold what is asked for (section 4.7.1 of the paper): the namespaces of
/// the metric over the range, of each of them GokuL and GokuS for their parts of the time, and in
/// each of these the shard group of the metric. Of a metric that is blocked nothing holds anything,
/// and a caller is shown the namespaces alone that they may read. Thread-safe.
public final class Planner {
  private static final TimeRange ALL_TIME = new TimeRange(0, Long.MAX_VALUE);

  private final Supplier<Namespaces> current;
  private final Stores stores;
  private final Boundary boundary;
  private final Live<Blocklist> blocklist;

  /// @param namespaces gives those of the moment
  /// @param blocklist metrics of which nothing is found
  public Planner(
      Supplier<Namespaces> namespaces,
      Stores stores,
      Boundary boundary,
      Live<Blocklist> blocklist) {
    current = namespaces;
    this.stores = stores;
    this.boundary = boundary;
    this.blocklist = blocklist;
  }

  /// Whether the metric is blocked, so that it is as if it did not exist.
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
        portions.addAll(portionsOf(namespace, read));
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
              nodeQuery(query, division, portion.range())));
    }
    // what another namespace keeps is not for a caller who may not read it
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

  /// The calls that reach every series of the metric, of whatever time.
  public List<NodeCall> callsForMetric(String metric) {
    return callsForMetric(metric, ALL_TIME);
  }

  /// The calls that reach every series of the metric that the store has.
  public List<NodeCall> callsForMetric(String metric, Store store) {
    long metricHash = hash(metric);
    return calls(
        namespacesOf(metric).flatMap(namespace -> portions(namespace, store)),
        portion -> portion.shardsOfMetric(metricHash));
  }

  /// The calls that reach the series of the metric in the range, each with its part of it.
  public List<NodeCall> callsForMetric(String metric, TimeRange range) {
    long metricHash = hash(metric);
    return calls(
        namespacesOf(metric).flatMap(namespace -> portions(namespace, range)),
        portion -> portion.shardsOfMetric(metricHash));
  }

  /// The calls that reach the series with these identifiers, of whatever time.
  public List<NodeCall> callsForSeries(Set<SeriesId> ids) {
    return callsForSeries(ids, ALL_TIME);
  }

  /// The calls that reach the series with these identifiers in the range, each with its part of it.
  /// Which namespace a metric belongs to is decided by its name, which is not known here: each one
  /// is asked for the shard it would be in.
  public List<NodeCall> callsForSeries(Set<SeriesId> ids, TimeRange range) {
    return calls(
        inForce().flatMap(namespace -> portions(namespace, range)),
        portion -> ids.stream().map(portion::shardOf).distinct());
  }

  public List<NodeCall> callsForAll() {
    return calls(inForce().flatMap(namespace -> portions(namespace, ALL_TIME)), Portion::allShards);
  }

  /// The calls that reach all that the store has.
  public List<NodeCall> callsForAll(Store store) {
    return calls(inForce().flatMap(namespace -> portions(namespace, store)), Portion::allShards);
  }

  /// Those that can have datapoints of now. Shards of one that was added may still be on their way,
  /// and nobody shall wait for them before its time has come; datapoints that were sent to it ahead
  /// of the clock are found from then on.
  private Stream<Namespace> inForce() {
    return current.get().all().stream().filter(this::isShown);
  }

  private boolean isShown(Namespace namespace) {
    return boundary.isInForce(namespace) && isReadable(namespace);
  }

  /// Of the others nothing is found, as if they were empty.
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
    return portionsOf(namespace, range).stream();
  }

  private List<Portion> portionsOf(Namespace namespace, TimeRange range) {
    long from = stores.hasLongTerm() ? boundary.of(namespace) : Long.MIN_VALUE;
    return Portion.of(namespace, range, from);
  }

  /// One call for each store and part of the time.
  private List<NodeCall> calls(
      Stream<Portion> portions, Function<Portion, Stream<StoreShard>> shards) {
    record Target(Store store, TimeRange range) {}
    Map<Target, List<ShardId>> targets = new LinkedHashMap<>();
    portions.forEach(
        portion ->
            shards
                .apply(portion)
                .forEach(
                    shard ->
                        targets
                            .computeIfAbsent(
                                new Target(portion.store(), portion.range()),
                                first -> new ArrayList<>())
                            .add(shard.id())));
    List<NodeCall> calls = new ArrayList<>();
    targets.forEach(
        (target, ids) -> calls.add(new NodeCall(stores.of(target.store()), ids, target.range())));
    return calls;
  }

  private static long hash(String metric) {
    return NameHash.of(metric.getBytes(UTF_8));
  }
}

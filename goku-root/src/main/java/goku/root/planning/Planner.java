package goku.root.planning;

import goku.http.access.Caller;
import goku.model.Blocklist;
import goku.model.HistogramMetric;
import goku.model.Live;
import goku.model.MetricMark;
import goku.model.MetricRenames;
import goku.model.NameHash;
import goku.model.NameText;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.SeriesId;
import goku.model.ShardId;
import goku.model.Store;
import goku.model.TimeRange;
import goku.model.WrittenRollup;
import goku.query.NodeQuery;
import goku.rpc.FoundSeries;
import goku.rpc.StorageNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

  /// Returns whether the metric looks nonexistent: blocked ones, and those of written rollups and
  /// of histograms, which only the plans of their metric read.
  public boolean isHidden(String metric) {
    return MetricMark.isMarked(metric) || blocklist.current().blocks(metric);
  }

  /// Returns the identifier of a series, which stays the same when its metric is renamed.
  public SeriesId idOf(FoundSeries series) {
    return SeriesId.of(renames().stored(series.metric()), series.tags());
  }

  /// Returns the renamed metrics.
  public MetricRenames renames() {
    return current.get().renames();
  }

  /// Returns the plans of a query, in the order in which they are tried until one of them finds
  /// datapoints: those from written rollups, then the plan from datapoints and computed rollups.
  ///
  /// @param rollups the check whether rollups were written
  public List<QueryPlan> plans(SeriesQuery query, RollupCheck rollups) throws InterruptedException {
    if (isHidden(query.metric())) {
      return List.of(QueryPlan.nothing(query.grouping()));
    }
    Namespaces now = current.get();
    var owners = new Owners(now, query.metric(), query.window().read());
    List<Namespace> all = owners.all();
    if (query.histograms()) {
      return List.of(plan(owners, all, query.ofHistograms()));
    }
    List<QueryPlan> plans = new ArrayList<>();
    for (WrittenAnswer written : WrittenAnswer.of(query, all)) {
      SeriesQuery counts = written.counts();
      if (!rollups.mayHave(written.values().metric())
          || (counts != null && !rollups.mayHave(counts.metric()))) {
        continue;
      }
      plans.add(
          counts == null
              ? plan(owners, all, written.values())
              : averages(now, all, query, written.values(), counts));
    }
    plans.add(plan(owners, all, query));
    return plans;
  }

  /// @param owners the owners of the metric, which are also those of its written rollups
  /// @param all what `owners` returns
  private QueryPlan plan(Owners owners, List<Namespace> all, SeriesQuery query) {
    Namespaces now = owners.namespaces();
    List<Portion> portions = portions(now, all, query);
    if (portions.isEmpty()) {
      return QueryPlan.nothing(query.grouping());
    }
    // sums of histograms from different times and stores merge as they are
    Division division =
        query.histograms()
            ? new Division(query.stages(), null)
            : Division.of(query.stages(), portions);
    // a caller who may not read a namespace must not learn about its retention
    boolean allTheirs = all.stream().allMatch(Planner::isReadable);
    long keptFrom = allTheirs ? owners.keptFrom(all, boundary) : QueryPlan.ALL;
    return new QueryPlan(
        sources(now, query, portions, division), null, query.grouping(), division.root(), keptFrom);
  }

  /// Returns the plan for averages of written rollups. The root runs all stages: the sum and the
  /// count of a series are in different shards.
  private QueryPlan averages(
      Namespaces now,
      List<Namespace> all,
      SeriesQuery query,
      SeriesQuery sums,
      SeriesQuery counts) {
    var division = new Division(query.stages().none(), query.stages());
    var averages =
        new QueryPlan.Averages(
            sources(now, counts, portions(now, all, counts), division), sums.stages().ofSums());
    return new QueryPlan(
        sources(now, sums, portions(now, all, sums), division),
        averages,
        query.grouping(),
        division.root(),
        QueryPlan.ALL);
  }

  private List<Portion> portions(Namespaces now, List<Namespace> owners, SeriesQuery query) {
    long metricHash = hash(now, query.metric());
    List<Portion> portions = new ArrayList<>();
    for (Namespace namespace : owners) {
      if (isShown(now, namespace)) {
        portions.addAll(divided.of(namespace, metricHash, query.window().read()));
      }
    }
    return portions;
  }

  private List<QuerySource> sources(
      Namespaces now, SeriesQuery query, List<Portion> portions, Division division) {
    long metricHash = hash(now, query.metric());
    List<QuerySource> sources = new ArrayList<>();
    for (Portion portion : portions) {
      sources.add(
          new QuerySource(
              portion.store(),
              node(now, portion.store()),
              portion.shardsOfMetric(metricHash),
              nodeQuery(query, division, portion.range()),
              portion.split()));
    }
    return sources;
  }

  private static NodeQuery nodeQuery(SeriesQuery query, Division division, TimeRange read) {
    return new NodeQuery(
        query.series(),
        division.nodes().within(read),
        query.grouping(),
        division.root() != null,
        query.resolution().before(read.endMillis() + 1));
  }

  /// Returns the metrics that the histograms and the written rollups of a metric can have.
  public List<String> marked(String metric) {
    Stream<String> rollups =
        namespacesOf(current.get(), metric)
            .flatMap(namespace -> namespace.rollups().stream())
            .map(rollup -> rollup.interval().toMillis())
            .distinct()
            .flatMap(
                interval ->
                    Stream.of(WrittenRollup.Function.values())
                        .map(function -> new WrittenRollup(interval, function).of(metric)));
    return Stream.concat(Stream.of(HistogramMetric.of(metric)), rollups).toList();
  }

  /// Returns the calls that reach every series of the metric, at all times.
  public List<NodeCall> callsForMetric(String metric) {
    return callsForMetric(metric, ALL_TIME);
  }

  /// Returns the calls that reach every series of the metric in the store.
  public List<NodeCall> callsForMetric(String metric, Store store) {
    Namespaces now = current.get();
    long metricHash = hash(now, metric);
    return calls(
        now,
        namespacesOf(now, metric)
            .flatMap(namespace -> divided.of(namespace, metricHash, ALL_TIME).stream())
            .filter(portion -> portion.store() == store),
        portion -> portion.shardsOfMetric(metricHash).stream());
  }

  /// Returns the calls that reach the series of the metric in the range, each for its part of it.
  public List<NodeCall> callsForMetric(String metric, TimeRange range) {
    Namespaces now = current.get();
    long metricHash = hash(now, metric);
    return calls(
        now,
        namespacesOf(now, metric)
            .flatMap(namespace -> divided.of(namespace, metricHash, range).stream()),
        portion -> portion.shardsOfMetric(metricHash).stream());
  }

  /// Returns the calls that reach the series with these identifiers, at all times.
  public List<NodeCall> callsForSeries(Set<SeriesId> ids) {
    return callsForSeries(ids, ALL_TIME);
  }

  /// Returns the calls that reach the series with these identifiers in the range, each for its part
  /// of it. The namespace depends on the metric's name, which is unknown here. So every namespace
  /// is queried, in the shard that the series would have there.
  public List<NodeCall> callsForSeries(Set<SeriesId> ids, TimeRange range) {
    return callsForSeries(null, ids, range);
  }

  /// Returns the calls that reach the series with these identifiers in the range.
  ///
  /// @param namespace the only namespace to reach; null for all
  public List<NodeCall> callsForSeries(
      @Nullable String namespace, Set<SeriesId> ids, TimeRange range) {
    Namespaces now = current.get();
    return calls(
        now,
        inForce(now)
            .filter(one -> namespace == null || one.name().equals(namespace))
            .flatMap(one -> portions(one, range)),
        portion -> ids.stream().map(portion::shardOf).distinct());
  }

  public List<NodeCall> callsForAll() {
    Namespaces now = current.get();
    return calls(
        now, inForce(now).flatMap(namespace -> portions(namespace, ALL_TIME)), Portion::allShards);
  }

  /// Returns the calls that reach all series in the range, each for its part of it.
  ///
  /// @param namespace the only namespace to reach; null for all
  public List<NodeCall> callsForAll(@Nullable String namespace, TimeRange range) {
    Namespaces now = current.get();
    return calls(
        now,
        inForce(now)
            .filter(one -> namespace == null || one.name().equals(namespace))
            .flatMap(one -> portions(one, range)),
        Portion::allShards);
  }

  /// Returns the calls that reach all data of the store.
  public List<NodeCall> callsForAll(Store store) {
    Namespaces now = current.get();
    return calls(
        now, inForce(now).flatMap(namespace -> portions(namespace, store)), Portion::allShards);
  }

  /// Returns the namespaces that can have current datapoints. The shards of a new namespace may not
  /// be open yet, and queries must not wait for them before the namespace receives datapoints.
  /// Datapoints that were sent ahead of the clock are found from then on.
  private Stream<Namespace> inForce(Namespaces now) {
    return now.all().stream().filter(namespace -> isShown(now, namespace));
  }

  private boolean isShown(Namespaces now, Namespace namespace) {
    boolean canHold = boundary.isInForce(namespace) || now.hasLateMove(namespace);
    return canHold && isReadable(namespace);
  }

  /// Returns whether the caller may read the namespace. Others look as if they were empty.
  private static boolean isReadable(Namespace namespace) {
    return Caller.current().reads(namespace.name());
  }

  private Stream<Namespace> namespacesOf(Namespaces now, String metric) {
    return blocklist.current().blocks(metric)
        ? Stream.empty()
        : now.of(metric, ALL_TIME).stream().filter(namespace -> isShown(now, namespace));
  }

  private Stream<Portion> portions(Namespace namespace, Store store) {
    return portions(namespace, ALL_TIME).filter(portion -> portion.store() == store);
  }

  private Stream<Portion> portions(Namespace namespace, TimeRange range) {
    return divided.of(namespace, range).stream();
  }

  /// Returns one call for each store and part of the time.
  private List<NodeCall> calls(
      Namespaces now, Stream<Portion> portions, Function<Portion, Stream<ShardId>> shards) {
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
                            .add(shard)));
    List<NodeCall> calls = new ArrayList<>();
    targets.forEach(
        (target, ids) ->
            calls.add(
                new NodeCall(
                    target.store(),
                    node(now, target.store()),
                    ids,
                    target.range(),
                    target.split())));
    return calls;
  }

  /// Returns the store, which is asked by the current names of metrics.
  private StorageNode node(Namespaces now, Store store) {
    return RenamedNode.of(stores.of(store), now.renames());
  }

  /// Returns the hash of a metric that decides its shards.
  private static long hash(Namespaces now, String metric) {
    return NameHash.of(NameText.bytes(now.renames().stored(metric)));
  }
}

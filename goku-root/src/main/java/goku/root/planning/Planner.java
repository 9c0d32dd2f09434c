package goku.root.planning;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.model.NameHash;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.SeriesId;
import goku.model.ShardId;
import goku.model.Store;
import goku.model.TimeRange;
import goku.query.NodeQuery;
import goku.rpc.ShardUnavailableException;
import goku.rpc.StorageNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/// Finds the shards that can hold what is asked for, and the nodes that serve them (section 4.7.1
/// of the paper): the namespaces of the metric over the range, of each of them GokuL and GokuS for
/// their parts of the time, and in each of these the shard group of the metric. Thread-safe.
public final class Planner {
  private static final TimeRange ALL_TIME = new TimeRange(0, Long.MAX_VALUE);

  private final Namespaces namespaces;
  private final ShardMaps shardMaps;
  private final Boundary boundary;

  public Planner(Namespaces namespaces, ShardMaps shardMaps, Boundary boundary) {
    this.namespaces = namespaces;
    this.shardMaps = shardMaps;
    this.boundary = boundary;
  }

  public QueryPlan plan(SeriesQuery query) {
    TimeRange read = query.window().read();
    long metricHash = hash(query.metric());
    List<Portion> portions =
        namespaces.of(query.metric(), read).stream()
            .flatMap(namespace -> portions(namespace, read))
            .toList();
    var division = Division.of(query.stages(), portions);
    List<StoreShard> missing = new ArrayList<>();
    List<QuerySource> sources = new ArrayList<>();
    for (Portion portion : portions) {
      Stream<Portion> alone = Stream.of(portion);
      sources.add(
          new QuerySource(
              calls(alone, one -> one.shardsOfMetric(metricHash), missing::add),
              nodeQuery(query, division, portion.range())));
    }
    return new QueryPlan(sources, query.grouping(), division.root(), missing);
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
        namespaces.of(metric, ALL_TIME).stream().flatMap(namespace -> portions(namespace, store)),
        portion -> portion.shardsOfMetric(metricHash));
  }

  /// The calls that reach the series of the metric in the range, each with its part of it.
  public List<NodeCall> callsForMetric(String metric, TimeRange range) {
    long metricHash = hash(metric);
    return calls(
        namespaces.of(metric, ALL_TIME).stream().flatMap(namespace -> portions(namespace, range)),
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
        namespaces.all().stream().flatMap(namespace -> portions(namespace, range)),
        portion -> ids.stream().map(portion::shardOf).distinct());
  }

  public List<NodeCall> callsForAll() {
    return calls(
        namespaces.all().stream().flatMap(namespace -> portions(namespace, ALL_TIME)),
        Portion::allShards);
  }

  /// The calls that reach all that the store has.
  public List<NodeCall> callsForAll(Store store) {
    return calls(
        namespaces.all().stream().flatMap(namespace -> portions(namespace, store)),
        Portion::allShards);
  }

  private Stream<Portion> portions(Namespace namespace, Store store) {
    return portions(namespace, ALL_TIME).filter(portion -> portion.store() == store);
  }

  private Stream<Portion> portions(Namespace namespace, TimeRange range) {
    long from = shardMaps.hasLongTerm() ? boundary.of(namespace) : Long.MIN_VALUE;
    return Portion.of(namespace, range, from).stream();
  }

  private List<NodeCall> calls(
      Stream<Portion> portions, Function<Portion, Stream<StoreShard>> shards) {
    return calls(
        portions,
        shards,
        missing -> {
          throw new ShardUnavailableException(missing.toString());
        });
  }

  /// One call for each node and part of the time.
  private List<NodeCall> calls(
      Stream<Portion> portions,
      Function<Portion, Stream<StoreShard>> shards,
      Consumer<StoreShard> missing) {
    record Target(StorageNode node, TimeRange range) {}
    Map<Target, List<ShardId>> targets = new LinkedHashMap<>();
    portions.forEach(
        portion ->
            shards
                .apply(portion)
                .forEach(
                    shard ->
                        shardMaps
                            .nodeOf(shard)
                            .map(node -> new Target(node, portion.range()))
                            .ifPresentOrElse(
                                target ->
                                    targets
                                        .computeIfAbsent(target, first -> new ArrayList<>())
                                        .add(shard.id()),
                                () -> missing.accept(shard))));
    List<NodeCall> calls = new ArrayList<>();
    targets.forEach((target, ids) -> calls.add(new NodeCall(target.node(), ids, target.range())));
    return calls;
  }

  private static long hash(String metric) {
    return NameHash.of(metric.getBytes(UTF_8));
  }
}

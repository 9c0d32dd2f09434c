package goku.root.planning;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.model.NameHash;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.SeriesId;
import goku.model.ShardId;
import goku.model.TimeRange;
import goku.query.NodeQuery;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.rpc.ShardMap;
import goku.rpc.ShardUnavailableException;
import goku.rpc.StorageNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Finds the shards that can hold what is asked for, and the nodes that serve them (section 4.7.1
/// of the paper): the namespaces of the metric over the range, in each of them the shard group of
/// the metric. Thread-safe.
public final class Planner {
  private static final TimeRange ALL_TIME = new TimeRange(0, Long.MAX_VALUE);

  private final Namespaces namespaces;
  private final ShardMap shardMap;

  public Planner(Namespaces namespaces, ShardMap shardMap) {
    this.namespaces = namespaces;
    this.shardMap = shardMap;
  }

  public QueryPlan plan(SeriesQuery query) {
    SeriesStages stages = query.stages();
    List<ShardId> missing = new ArrayList<>();
    List<List<NodeCall>> sources =
        namespaces.of(query.metric(), query.window().read()).stream()
            .map(namespace -> calls(shards(namespace, query.metric()), missing::add))
            .toList();
    boolean parts = sources.size() > 1;
    var nodeQuery =
        new NodeQuery(
            query.series(),
            parts ? stages.none() : stages,
            query.grouping(),
            parts,
            Resolution.RAW);
    return new QueryPlan(sources, nodeQuery, parts ? stages : null, missing);
  }

  /// The calls that reach every series of the metric, of whatever time.
  public List<NodeCall> callsForMetric(String metric) {
    return calls(
        namespaces.of(metric, ALL_TIME).stream().flatMap(namespace -> shards(namespace, metric)));
  }

  /// The calls that reach the series with these identifiers. Which namespace a metric belongs to is
  /// decided by its name, which is not known here: each one is asked for the shard it would be in.
  public List<NodeCall> callsForSeries(Set<SeriesId> ids) {
    return calls(
        namespaces.all().stream()
            .flatMap(namespace -> ids.stream().map(id -> id.shardIn(namespace)).distinct()));
  }

  public List<NodeCall> callsForAll() {
    return calls(namespaces.all().stream().flatMap(Namespace::allShards));
  }

  private List<NodeCall> calls(Stream<ShardId> shards) {
    return calls(
        shards,
        missing -> {
          throw new ShardUnavailableException(missing);
        });
  }

  private List<NodeCall> calls(Stream<ShardId> shards, Consumer<ShardId> missing) {
    Map<StorageNode, List<ShardId>> byNode = new LinkedHashMap<>();
    shards.forEach(
        shard ->
            shardMap
                .nodeOf(shard)
                .ifPresentOrElse(
                    node -> byNode.computeIfAbsent(node, first -> new ArrayList<>()).add(shard),
                    () -> missing.accept(shard)));
    List<NodeCall> calls = new ArrayList<>();
    byNode.forEach((node, ids) -> calls.add(new NodeCall(node, ids)));
    return calls;
  }

  private static Stream<ShardId> shards(Namespace namespace, String metric) {
    return namespace.shardsOfMetric(NameHash.of(metric.getBytes(UTF_8)));
  }
}

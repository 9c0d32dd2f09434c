package goku.root.routing;

import goku.model.NameKind;
import goku.model.ShardId;
import goku.query.NodeQuery;
import goku.query.control.QueryControl;
import goku.query.partial.GroupPartial;
import goku.query.partial.MergedStream;
import goku.query.partial.PartialStream;
import goku.rpc.FoundSeries;
import goku.rpc.LastPoints;
import goku.rpc.LastQuery;
import goku.rpc.LookupQuery;
import goku.rpc.Replica;
import goku.rpc.ReplicaMap;
import goku.rpc.ShardUnavailableException;
import goku.rpc.SortedNames;
import goku.rpc.StorageNode;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Stub.
public final class ReplicaRouter implements StorageNode {
  private final ReplicaMap map;
  private final Function<Replica, StorageNode> nodes;

  public ReplicaRouter(
      ReplicaMap map,
      Function<Replica, StorageNode> nodes,
      String ownZone,
      RoutingConfig config,
      MeterRegistry registry,
      InstantSource clock) {
    this.map = map;
    this.nodes = nodes;
  }

  private Map<StorageNode, List<ShardId>> lanes(List<ShardId> shards, List<ShardId> missing) {
    Map<StorageNode, List<ShardId>> lanes = new LinkedHashMap<>();
    for (ShardId shard : shards) {
      var replicas = map.replicasOf(shard);
      if (replicas.isEmpty()) {
        missing.add(shard);
      } else {
        lanes
            .computeIfAbsent(nodes.apply(replicas.getFirst()), any -> new ArrayList<>())
            .add(shard);
      }
    }
    return lanes;
  }

  private Map<StorageNode, List<ShardId>> all(List<ShardId> shards) {
    List<ShardId> missing = new ArrayList<>();
    var lanes = lanes(shards, missing);
    if (!missing.isEmpty()) {
      throw new ShardUnavailableException(missing.getFirst());
    }
    return lanes;
  }

  @Override
  public PartialStream query(List<ShardId> shards, NodeQuery query, QueryControl control)
      throws InterruptedException {
    List<ShardId> missing = new ArrayList<>();
    List<PartialStream> streams = new ArrayList<>();
    for (var lane : lanes(shards, missing).entrySet()) {
      streams.add(lane.getKey().query(lane.getValue(), query, control));
    }
    var merged = new MergedStream(streams);
    return new PartialStream() {
      @Override
      public @Nullable GroupPartial next() throws InterruptedException {
        return merged.next();
      }

      @Override
      public List<ShardId> missing() {
        return missing;
      }

      @Override
      public long completeFromMillis() {
        return merged.completeFromMillis();
      }

      @Override
      public long lagMillis() {
        return merged.lagMillis();
      }

      @Override
      public Set<String> origins() {
        return merged.origins();
      }

      @Override
      public void close() {
        merged.close();
      }
    };
  }

  @Override
  public List<String> suggest(List<ShardId> shards, NameKind kind, String prefix, int max) {
    var names = new SortedNames(max);
    all(shards).forEach((node, own) -> names.addAll(node.suggest(own, kind, prefix, max)));
    return names.toList();
  }

  @Override
  public Set<String> known(List<ShardId> shards, NameKind kind, Set<String> names) {
    Set<String> known = new HashSet<>();
    all(shards).forEach((node, own) -> known.addAll(node.known(own, kind, names)));
    return known;
  }

  @Override
  public List<FoundSeries> lookup(List<ShardId> shards, LookupQuery query) {
    List<FoundSeries> found = new ArrayList<>();
    all(shards).forEach((node, own) -> found.addAll(node.lookup(own, query)));
    return query.cut(found);
  }

  @Override
  public LastPoints last(List<ShardId> shards, LastQuery query) throws InterruptedException {
    List<goku.rpc.LastPoint> points = new ArrayList<>();
    long complete = Long.MIN_VALUE;
    for (var lane : all(shards).entrySet()) {
      LastPoints last = lane.getKey().last(lane.getValue(), query);
      points.addAll(last.points());
      complete = Math.max(complete, last.completeFromMillis());
    }
    return new LastPoints(points, complete);
  }

  @Override
  public boolean awaitApplied(ShardId shard, long offset, Duration timeout)
      throws InterruptedException {
    return all(List.of(shard)).keySet().iterator().next().awaitApplied(shard, offset, timeout);
  }
}

package goku.cluster.map;

import goku.model.ShardId;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The shards of one namespace on all nodes, while the shard map is composed. Not thread-safe.
final class ShardsOfNodes {
  private record Node(ClusterNode node, NavigableMap<Integer, ShardHealth> shards) {}

  private final Map<String, Node> byName = new TreeMap<>();

  /// Adds a shard. The first addition of a shard to a node counts.
  void add(ClusterNode node, ShardHealth shard) {
    byName
        .computeIfAbsent(node.name(), _ -> new Node(node, new TreeMap<>()))
        .shards
        .putIfAbsent(shard.shard().shard(), shard);
  }

  /// Returns the shards of which a replica is available.
  Set<ShardId> available() {
    return byName.values().stream()
        .flatMap(node -> node.shards.values().stream())
        .filter(shard -> shard.state() != ShardState.UNAVAILABLE)
        .map(ShardHealth::shard)
        .collect(Collectors.toSet());
  }

  /// Returns the nodes by name, with their shards by number.
  List<NodeShards> sorted() {
    return byName.values().stream()
        .map(node -> new NodeShards(node.node, List.copyOf(node.shards.values())))
        .toList();
  }
}

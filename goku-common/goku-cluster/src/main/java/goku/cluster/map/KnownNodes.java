package goku.cluster.map;

import goku.cluster.ServiceRole;
import goku.model.ShardId;
import goku.model.Store;
import goku.rpc.LastStatements;
import goku.rpc.ShardHealth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The spectator's knowledge of all storage nodes. A node is known once its session is seen. It is
/// forgotten when it has no session and does not answer either: a node that lost its session
/// together with ZooKeeper still answers. What it last stated about shards of GokuS stays until
/// another replica is available. Thread-safe.
final class KnownNodes {
  /// The identity of a node, as names are unique only within a service.
  private record Id(ServiceRole service, String name) {}

  private final Map<Id, KnownNode> nodes = new HashMap<>();
  private final Set<Id> live = new HashSet<>();
  private final LastStatements<ClusterNode> last = new LastStatements<>();

  /// Adds the map published by the previous leader, which may know more about nodes that do not
  /// answer.
  synchronized void remember(List<NodeShards> published, long atMillis) {
    for (NodeShards one : published) {
      Id id = id(one.node());
      KnownNode before = nodes.get(id);
      List<ShardHealth> shards = new ArrayList<>(one.shards());
      if (before != null) {
        shards.addAll(before.shardsAt(atMillis));
      }
      nodes.put(id, new KnownNode(one.node(), shards, atMillis));
      hear(one.node(), one.shards());
    }
  }

  /// Sets the nodes of one service that currently have a session.
  synchronized void seen(ServiceRole service, List<ClusterNode> now) {
    live.removeIf(id -> id.service() == service);
    Set<String> addresses = new HashSet<>();
    for (ClusterNode node : now) {
      live.add(id(node));
      addresses.add(node.address());
      nodes.computeIfAbsent(id(node), id -> new KnownNode(node)).seen(node);
    }
    // an answer from the address of a living node comes from that node, not from a former one
    nodes
        .entrySet()
        .removeIf(
            entry ->
                entry.getKey().service() == service
                    && !live.contains(entry.getKey())
                    && addresses.contains(entry.getValue().node().address()));
  }

  synchronized void answered(ClusterNode node, List<ShardHealth> shards, long nowMillis) {
    KnownNode known = nodes.get(id(node));
    if (known != null && known.node().equals(node)) {
      known.answered(shards, nowMillis);
      hear(node, shards);
    }
  }

  synchronized void failed(ClusterNode node) {
    KnownNode known = nodes.get(id(node));
    if (known == null || !known.node().equals(node)) {
      return;
    }
    known.failed();
    if (!live.contains(id(node))) {
      nodes.remove(id(node));
    }
  }

  synchronized List<ClusterNode> all() {
    return nodes.values().stream().map(KnownNode::node).toList();
  }

  /// Returns the nodes that did not answer the last poll.
  synchronized List<ClusterNode> silent() {
    return nodes.values().stream().filter(KnownNode::isSilent).map(KnownNode::node).toList();
  }

  /// Returns the state of all nodes, by service and name.
  synchronized List<NodeStatus> status() {
    return nodes.values().stream()
        .map(known -> new NodeStatus(known.node(), known.answers()))
        .sorted(
            Comparator.comparing((NodeStatus status) -> status.node().service())
                .thenComparing(status -> status.node().name()))
        .toList();
  }

  /// Forgets what was stated about other namespaces.
  synchronized void keepOnly(Set<String> namespaces) {
    last.keepOnly(shard -> namespaces.contains(shard.namespace()));
  }

  /// Returns the nodes with shards of each namespace of a store, by name.
  synchronized Map<String, List<NodeShards>> shards(Store store, long nowMillis) {
    Map<String, ShardsOfNodes> byNamespace = new TreeMap<>();
    for (KnownNode known : nodes.values()) {
      if (known.node().service() == MapPaths.service(store)) {
        known.shardsAt(nowMillis).forEach(shard -> add(byNamespace, known.node(), shard));
      }
    }
    if (store == Store.SHORT_TERM) {
      Set<ShardId> available = new HashSet<>();
      byNamespace.values().forEach(shards -> available.addAll(shards.available()));
      last.others(available, (node, shard) -> add(byNamespace, node, shard));
    }
    Map<String, List<NodeShards>> sorted = new TreeMap<>();
    byNamespace.forEach((namespace, shards) -> sorted.put(namespace, shards.sorted()));
    return sorted;
  }

  private static void add(
      Map<String, ShardsOfNodes> byNamespace, ClusterNode node, ShardHealth shard) {
    byNamespace
        .computeIfAbsent(shard.shard().namespace(), _ -> new ShardsOfNodes())
        .add(node, shard);
  }

  private void hear(ClusterNode node, List<ShardHealth> shards) {
    if (node.service() == MapPaths.service(Store.SHORT_TERM)) {
      shards.forEach(health -> last.heard(node, health));
    }
  }

  private static Id id(ClusterNode node) {
    return new Id(node.service(), node.name());
  }
}

package goku.cluster.map;

import goku.cluster.ServiceRole;
import goku.model.Store;
import goku.rpc.ShardHealth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The spectator's knowledge of all storage nodes. A node is known once its session is seen. It is
/// forgotten when it has no session and does not answer either: a node that lost its session
/// together with ZooKeeper still answers. Thread-safe.
final class KnownNodes {
  /// The identity of a node, as names are unique only within a service.
  private record Id(ServiceRole service, String name) {}

  private final Map<Id, KnownNode> nodes = new HashMap<>();
  private final Set<Id> live = new HashSet<>();

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

  /// Returns the nodes with shards of each namespace of a store, by name.
  synchronized Map<String, List<NodeShards>> shards(Store store, long nowMillis) {
    Map<String, List<NodeShards>> byNamespace = new TreeMap<>();
    Iterator<KnownNode> ofStore =
        nodes.values().stream()
            .filter(known -> known.node().service() == MapPaths.service(store))
            .sorted(Comparator.comparing(known -> known.node().name()))
            .iterator();
    while (ofStore.hasNext()) {
      KnownNode known = ofStore.next();
      Map<String, List<ShardHealth>> ofNode = new TreeMap<>();
      for (ShardHealth shard : known.shardsAt(nowMillis)) {
        ofNode.computeIfAbsent(shard.shard().namespace(), name -> new ArrayList<>()).add(shard);
      }
      ofNode.forEach(
          (namespace, shards) ->
              byNamespace
                  .computeIfAbsent(namespace, name -> new ArrayList<>())
                  .add(new NodeShards(known.node(), shards)));
    }
    return byNamespace;
  }

  private static Id id(ClusterNode node) {
    return new Id(node.service(), node.name());
  }
}

package goku.cluster.stop;

import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.model.Store;
import goku.rpc.Replica;
import goku.rpc.ReplicaMap;
import goku.rpc.ShardState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// The check whether all answers stay complete while nodes of GokuS or GokuL are stopped. They do
/// if each shard that the nodes serve has another replica that serves, has caught up with its log,
/// and lacks no time that the nodes have. As recent as the map of replicas. Immutable.
///
/// @param replicas the map of each store
public record StopCheck(Namespaces namespaces, Map<Store, ReplicaMap> replicas) {
  /// The largest lag of a replica that has caught up. Maps state lags only in steps, and this is
  /// the end of one.
  static final Duration CAUGHT_UP = Duration.ofSeconds(5);

  /// Returns the reasons why the nodes must not stop together, one for each shard; empty if they
  /// may. Nodes that serve nothing may stop at any time.
  ///
  /// @param nodes names of nodes of the store
  public List<String> obstacles(Store store, Set<String> nodes) {
    ReplicaMap map = replicas.getOrDefault(store, _ -> List.of());
    List<String> obstacles = new ArrayList<>();
    shards(store)
        .forEach(
            shard -> {
              List<Replica> all = map.replicasOf(shard);
              for (Replica stopping : all) {
                if (nodes.contains(stopping.node()) && serves(stopping)) {
                  List<Replica> others =
                      all.stream().filter(other -> !nodes.contains(other.node())).toList();
                  if (others.stream().noneMatch(other -> replaces(other, stopping))) {
                    obstacles.add(reason(store, shard, stopping, others));
                  }
                }
              }
            });
    return obstacles;
  }

  /// Returns whether the map has a replica on the node.
  public boolean knows(Store store, String node) {
    ReplicaMap map = replicas.getOrDefault(store, _ -> List.of());
    return shards(store)
        .flatMap(shard -> map.replicasOf(shard).stream())
        .anyMatch(replica -> replica.node().equals(node));
  }

  private Stream<ShardId> shards(Store store) {
    return namespaces.all().stream().flatMap(namespace -> namespace.shards(store));
  }

  private static boolean serves(Replica replica) {
    return replica.health().state() == ShardState.SERVING;
  }

  private static boolean replaces(Replica other, Replica stopping) {
    return serves(other) && hasCaughtUp(other) && lacked(other, stopping).isEmpty();
  }

  private static boolean hasCaughtUp(Replica replica) {
    return replica.health().lagMillis() < CAUGHT_UP.toMillis();
  }

  /// Returns what the other replica lacks and the stopping one has.
  private static Holes lacked(Replica other, Replica stopping) {
    return kept(other).minus(kept(stopping));
  }

  /// Returns the holes in the time that a replica keeps. The time before it is the same for all
  /// replicas, up to the moment in which each drops a window.
  private static Holes kept(Replica replica) {
    return replica.health().holes().except(HoleCause.NOT_KEPT).except(HoleCause.BEFORE_LOG);
  }

  private static String reason(Store store, ShardId shard, Replica stopping, List<Replica> others) {
    List<String> each = others.stream().map(other -> state(other, stopping)).toList();
    return "shard %s %s: %s"
        .formatted(
            store.label(),
            shard,
            each.isEmpty() ? "only " + stopping.node() + " serves it" : String.join(", ", each));
  }

  private static String state(Replica other, Replica stopping) {
    if (!serves(other)) {
      return other.node()
          + (other.health().state() == ShardState.RECOVERING ? " recovers" : " does not answer");
    }
    if (!hasCaughtUp(other)) {
      return "%s lags by %d s".formatted(other.node(), other.health().lagMillis() / 1000);
    }
    return "%s lacks %s".formatted(other.node(), lacked(other, stopping).all().getFirst());
  }
}

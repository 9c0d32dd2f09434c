package goku.root.routing.choice;

import goku.model.ShardId;
import goku.rpc.Replica;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.rpc.ShardUnavailableException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The shards of a call for which one node is the best.
public record Share(Replica target, List<Route> routes) {
  public Share {
    routes = List.copyOf(routes);
  }

  /// The shares of routes, each of which has a candidate, in the order of their shards.
  public static List<Share> of(List<Route> routes) {
    List<Share> shares = new ArrayList<>();
    Map<String, List<Route>> byNode = new LinkedHashMap<>();
    for (Route route : routes) {
      if (route.best().alone()) {
        shares.add(new Share(route.best().replica(), List.of(route)));
      } else {
        byNode.computeIfAbsent(route.best().node(), node -> new ArrayList<>()).add(route);
      }
    }
    byNode.values().forEach(some -> shares.add(new Share(some.getFirst().best().replica(), some)));
    return shares;
  }

  public List<ShardId> shards() {
    return routes.stream().map(Route::shard).toList();
  }

  public String node() {
    return target.node();
  }

  /// Whether all of the shards can be had from other nodes.
  public boolean hasOtherNodes() {
    return routes.stream().noneMatch(route -> route.atOtherNodes().isEmpty());
  }

  /// The shards without this node.
  public List<Route> others() {
    return routes.stream().map(Route::others).toList();
  }

  /// The shards without this node, which is the last to be asked for each of them by itself: it may
  /// have some of several shards.
  public List<Route> othersAndAlone() {
    return routes.size() == 1 ? others() : routes.stream().map(Route::othersAndAlone).toList();
  }

  /// The shards after the node failed: it may have some of them only if what failed was one shard.
  public List<Route> afterFailure(Throwable failure) {
    return failure instanceof ShardUnavailableException ? othersAndAlone() : others();
  }

  /// Whether a replica at another node seems to be better than the answer of this one. Those of a
  /// log that stands still are all as far behind, give or take what the shard map is behind itself.
  public boolean mayBeBetter(Header answer, Wanted wanted) {
    if (!hasOtherNodes()) {
      return false;
    }
    return routes.stream()
        .flatMap(route -> route.atOtherNodes().stream())
        .map(candidate -> candidate.replica().health())
        .anyMatch(health -> mayBeBetter(health, answer, wanted));
  }

  private static boolean mayBeBetter(ShardHealth health, Header answer, Wanted wanted) {
    if (health.state() == ShardState.UNAVAILABLE) {
      return false;
    }
    boolean fresher =
        wanted.lagOf(answer) > 0
            && (health.lagMillis() <= wanted.maxLagMillis()
                || health.lagMillis() < answer.lagMillis() / 2);
    return fresher || health.completeFromMillis() < wanted.completeFromOf(answer);
  }
}

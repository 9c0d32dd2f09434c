package goku.root.routing.choice;

import goku.model.ShardId;
import goku.rpc.Replica;
import goku.rpc.ShardHealth;
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

  /// The names of its shards, for people.
  public String names() {
    return String.join(", ", shards().stream().map(ShardId::toString).toList());
  }

  public String node() {
    return target.node();
  }

  /// Whether other nodes are said to answer for all of the shards.
  public boolean hasAlternatives() {
    return routes.stream().noneMatch(route -> route.alternatives().isEmpty());
  }

  /// The shards without this node.
  public List<Route> others() {
    return routes.stream().map(Route::others).toList();
  }

  /// The shards after the node failed. If it may have some of them, it is the last to be asked, for
  /// each of them by itself.
  public List<Route> after(Throwable failure) {
    return mayHaveSome(failure) ? routes.stream().map(Route::othersAndAlone).toList() : others();
  }

  /// Whether the node failed because it lacks one of several shards.
  public boolean mayHaveSome(Throwable failure) {
    return failure instanceof ShardUnavailableException && routes.size() > 1;
  }

  /// Whether a replica at another node seems to be better than the answer of this one. Those of a
  /// log that stands still are all as far behind, give or take what the shard map is behind itself.
  public boolean mayBeBetter(StreamHeader answer, ReadRequirements requirements) {
    if (!hasAlternatives()) {
      return false;
    }
    return routes.stream()
        .flatMap(route -> route.alternatives().stream())
        .map(candidate -> candidate.replica().health())
        .anyMatch(health -> mayBeBetter(health, answer, requirements));
  }

  private static boolean mayBeBetter(ShardHealth health, StreamHeader answer, ReadRequirements requirements) {
    boolean fresher =
        requirements.lagOf(answer) > 0
            && (health.lagMillis() <= requirements.maxLagMillis()
                || health.lagMillis() < answer.lagMillis() / 2);
    return fresher || health.completeFromMillis() < requirements.completeFromOf(answer);
  }
}

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
public record ShardGroup(Replica primary, List<RankedReplicas> rankings) {
  public ShardGroup {
    rankings = List.copyOf(rankings);
  }

  /// The shares of routes, each of which has a candidate, in the order of their shards.
  public static List<ShardGroup> of(List<RankedReplicas> rankings) {
    List<ShardGroup> shardGroups = new ArrayList<>();
    Map<String, List<RankedReplicas>> byNode = new LinkedHashMap<>();
    for (RankedReplicas ranking : rankings) {
      if (ranking.primary().alone()) {
        shardGroups.add(new ShardGroup(ranking.primary().replica(), List.of(ranking)));
      } else {
        byNode.computeIfAbsent(ranking.primary().node(), node -> new ArrayList<>()).add(ranking);
      }
    }
    byNode.values().forEach(some -> shardGroups.add(new ShardGroup(some.getFirst().primary().replica(), some)));
    return shardGroups;
  }

  public List<ShardId> shards() {
    return rankings.stream().map(RankedReplicas::shard).toList();
  }

  /// The names of its shards, for people.
  public String names() {
    return String.join(", ", shards().stream().map(ShardId::toString).toList());
  }

  public String node() {
    return primary.node();
  }

  /// Whether other nodes are said to answer for all of the shards.
  public boolean hasFallbacks() {
    return rankings.stream().noneMatch(ranking -> ranking.fallbacks().isEmpty());
  }

  /// The shards without this node.
  public List<RankedReplicas> withoutPrimary() {
    return rankings.stream().map(RankedReplicas::withoutPrimary).toList();
  }

  /// The shards after the node failed. If it may have some of them, it is the last to be asked, for
  /// each of them by itself.
  public List<RankedReplicas> fallbackAfter(Throwable failure) {
    return mayServeSome(failure) ? rankings.stream().map(RankedReplicas::primaryLastAlone).toList() : withoutPrimary();
  }

  /// Whether the node failed because it lacks one of several shards.
  public boolean mayServeSome(Throwable failure) {
    return failure instanceof ShardUnavailableException && rankings.size() > 1;
  }

  /// Whether a replica at another node seems to be better than the answer of this one. Those of a
  /// log that stands still are all as far behind, give or take what the shard map is behind itself.
  public boolean mayBeBetter(StreamHeader answer, ReadRequirements requirements) {
    if (!hasFallbacks()) {
      return false;
    }
    return rankings.stream()
        .flatMap(ranking -> ranking.fallbacks().stream())
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

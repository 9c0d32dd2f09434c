package goku.root.routing.choice;

import goku.model.ShardId;
import goku.rpc.Replica;
import goku.rpc.ShardHealth;
import goku.rpc.ShardUnavailableException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The shards of a call that have the same primary.
public record ShardGroup(Replica primary, List<RankedReplicas> rankings) {
  public ShardGroup {
    rankings = List.copyOf(rankings);
  }

  /// Groups shards, each of which has a candidate, by their primary. Keeps their order.
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
    byNode
        .values()
        .forEach(
            some -> shardGroups.add(new ShardGroup(some.getFirst().primary().replica(), some)));
    return shardGroups;
  }

  public List<ShardId> shards() {
    return rankings.stream().map(RankedReplicas::shard).toList();
  }

  /// Returns the names of the shards for messages.
  public String names() {
    return String.join(", ", shards().stream().map(ShardId::toString).toList());
  }

  public String node() {
    return primary.node();
  }

  /// Returns whether the shard map has an available fallback for each of the shards.
  public boolean hasFallbacks() {
    return rankings.stream().noneMatch(ranking -> ranking.fallbacks().isEmpty());
  }

  /// Returns the remaining replicas of the shards.
  public List<RankedReplicas> withoutPrimary() {
    return rankings.stream().map(RankedReplicas::withoutPrimary).toList();
  }

  /// Returns the replicas to call after the primary has failed. If it may serve some of the shards,
  /// it is called again after the others, for each shard on its own.
  public List<RankedReplicas> fallbackAfter(Throwable failure) {
    return mayServeSome(failure)
        ? rankings.stream().map(RankedReplicas::primaryLastAlone).toList()
        : withoutPrimary();
  }

  /// Returns whether the primary failed because it lacks one of several shards.
  public boolean mayServeSome(Throwable failure) {
    return failure instanceof ShardUnavailableException && rankings.size() > 1;
  }

  /// Returns whether a fallback seems to have a better answer than the primary. If the log of a
  /// shard has stopped, all of its replicas report about the same lag, so a fallback must have less
  /// than half of it.
  public boolean mayBeBetter(StreamHeader answer, ReadRequirements requirements) {
    if (!hasFallbacks()) {
      return false;
    }
    return rankings.stream()
        .flatMap(ranking -> ranking.fallbacks().stream())
        .map(candidate -> candidate.replica().health())
        .anyMatch(health -> mayBeBetter(health, answer, requirements));
  }

  private static boolean mayBeBetter(
      ShardHealth health, StreamHeader answer, ReadRequirements requirements) {
    boolean fresher =
        requirements.lagOf(answer) > 0
            && (health.lagMillis() <= requirements.maxLagMillis()
                || health.lagMillis() < answer.lagMillis() / 2);
    return fresher || health.completeFromMillis() < requirements.completeFromOf(answer);
  }
}

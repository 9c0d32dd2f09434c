package goku.root.routing.choice;

import goku.model.Holes;
import goku.model.ShardId;
import goku.rpc.Replica;
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
    return hasFallbacks()
        && (mayBeFresher(answer, requirements) || mayBeMoreComplete(answer, requirements));
  }

  private boolean mayBeFresher(StreamHeader answer, ReadRequirements requirements) {
    return requirements.lagOf(answer) > 0
        && rankings.stream()
            .flatMap(ranking -> ranking.fallbacks().stream())
            .mapToLong(fallback -> fallback.replica().health().lagMillis())
            .anyMatch(lag -> lag <= requirements.maxLagMillis() || lag < answer.lagMillis() / 2);
  }

  /// Returns whether a fallback claims fewer holes. If the shard map knows the holes of the answer,
  /// replicas are compared shard by shard: holes that all replicas have must not double the calls.
  private boolean mayBeMoreComplete(StreamHeader answer, ReadRequirements requirements) {
    Holes holes = requirements.holesOf(answer);
    if (holes.isEmpty()) {
      return false;
    }
    Holes known = Holes.NONE;
    for (RankedReplicas ranking : rankings) {
      known = known.plus(holesOf(ranking.primary(), requirements));
    }
    boolean byShard = known.cover(holes);
    for (RankedReplicas ranking : rankings) {
      long missing = (byShard ? holesOf(ranking.primary(), requirements) : holes).millis();
      for (Candidate fallback : ranking.fallbacks()) {
        if (holesOf(fallback, requirements).millis() < missing) {
          return true;
        }
      }
    }
    return false;
  }

  private static Holes holesOf(Candidate candidate, ReadRequirements requirements) {
    return requirements.holesOf(candidate.replica().health());
  }
}

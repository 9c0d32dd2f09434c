package goku.root.routing.choice;

import goku.model.ShardId;
import goku.rpc.ShardState;
import java.util.ArrayList;
import java.util.List;

/// The replicas of a shard that were not called yet, the best first.
public record RankedReplicas(ShardId shard, List<Candidate> candidates) {
  public RankedReplicas {
    candidates = List.copyOf(candidates);
  }

  public boolean isServed() {
    return !candidates.isEmpty();
  }

  public Candidate primary() {
    return candidates.getFirst();
  }

  /// Returns the available candidates on other nodes than that of the primary.
  public List<Candidate> fallbacks() {
    return candidates.stream()
        .filter(one -> !one.node().equals(primary().node()))
        .filter(one -> one.replica().health().state() != ShardState.UNAVAILABLE)
        .toList();
  }

  /// Returns the candidates after the primary.
  RankedReplicas withoutPrimary() {
    return new RankedReplicas(shard, candidates.subList(1, candidates.size()));
  }

  /// Returns the candidates after the primary, and the primary at the end, to be called for this
  /// shard only.
  RankedReplicas primaryLastAlone() {
    List<Candidate> left = new ArrayList<>(candidates.subList(1, candidates.size()));
    left.add(new Candidate(primary().replica(), true));
    return new RankedReplicas(shard, left);
  }
}

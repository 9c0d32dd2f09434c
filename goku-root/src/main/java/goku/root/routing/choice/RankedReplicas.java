package goku.root.routing.choice;

import goku.model.ShardId;
import goku.rpc.ShardState;
import java.util.ArrayList;
import java.util.List;

/// The replicas of a shard that are left to be asked, the best first.
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

  /// The candidates at other nodes than that of the best which are said to answer.
  public List<Candidate> fallbacks() {
    return candidates.stream()
        .filter(one -> !one.node().equals(primary().node()))
        .filter(one -> one.replica().health().state() != ShardState.UNAVAILABLE)
        .toList();
  }

  /// What is left when the best has been asked.
  RankedReplicas withoutPrimary() {
    return new RankedReplicas(shard, candidates.subList(1, candidates.size()));
  }

  /// The same, with the best once more at the end, by itself.
  RankedReplicas primaryLastAlone() {
    List<Candidate> left = new ArrayList<>(candidates.subList(1, candidates.size()));
    left.add(new Candidate(primary().replica(), true));
    return new RankedReplicas(shard, left);
  }
}

package goku.root.routing.choice;

import goku.model.ShardId;
import goku.rpc.Replica;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The ranking of the replicas of a shard (section 4.7.2 of the paper). The criteria, in this
/// order: available, circuit breaker closed, serving without a hole in the range, caught up, least
/// time missing in the range, fresher, not drained, in the own zone. Equal replicas are spread by
/// shard. Thread-safe.
public final class ReplicaChoice {
  /// Lags that differ by less are equal, because nodes are polled for them at different times.
  private static final long LAG_STEP_MILLIS = 1000;

  private final String ownZone;
  private final CircuitBreakers breakers;

  public ReplicaChoice(String ownZone, CircuitBreakers breakers) {
    this.ownZone = ownZone;
    this.breakers = breakers;
  }

  public RankedReplicas rank(ShardId shard, List<Replica> replicas, ReadRequirements requirements) {
    if (replicas.size() > 1) {
      replicas = replicas.stream().sorted(order(shard, requirements)).toList();
    }
    List<Candidate> candidates = new ArrayList<>(replicas.size());
    for (Replica replica : replicas) {
      candidates.add(new Candidate(replica, false));
    }
    return new RankedReplicas(shard, candidates);
  }

  private Comparator<Replica> order(ShardId shard, ReadRequirements requirements) {
    return Comparator.comparing(ReplicaChoice::isUnavailable)
        .thenComparing(replica -> breakers.isOpen(replica.node()))
        .thenComparing(replica -> !isWhole(replica.health(), requirements))
        .thenComparing(replica -> lag(replica, requirements) > 0)
        .thenComparingLong(replica -> requirements.holesOf(replica.health()).millis())
        .thenComparingLong(replica -> lag(replica, requirements) / LAG_STEP_MILLIS)
        .thenComparing(Replica::isDrained)
        .thenComparing(replica -> !isOwnZone(replica))
        .thenComparingLong(replica -> spread(shard, replica.node()));
  }

  public boolean isOwnZone(Replica replica) {
    return replica.zone().equals(ownZone);
  }

  private static boolean isUnavailable(Replica replica) {
    return replica.health().state() == ShardState.UNAVAILABLE;
  }

  private static boolean isWhole(ShardHealth health, ReadRequirements requirements) {
    return health.state() == ShardState.SERVING && !health.holes().overlap(requirements.range());
  }

  private static long lag(Replica replica, ReadRequirements requirements) {
    long lag = replica.health().lagMillis();
    return lag > requirements.maxLagMillis() ? lag : 0;
  }

  /// Returns a hash of the pair, the same on all roots. A node that joins or leaves therefore moves
  /// only its own shards.
  private static long spread(ShardId shard, String node) {
    long mixed = 31L * shard.hashCode() + node.hashCode();
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}

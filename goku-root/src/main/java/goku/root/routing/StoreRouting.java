package goku.root.routing;

import goku.model.ShardId;
import goku.model.Store;
import goku.root.routing.choice.CircuitBreakers;
import goku.root.routing.choice.ReplicaChoice;
import goku.root.routing.choice.RankedReplicas;
import goku.root.routing.choice.ShardGroup;
import goku.root.routing.choice.ReadRequirements;
import goku.root.routing.delay.HedgeBudget;
import goku.root.routing.delay.HedgeDelays;
import goku.rpc.NodeUnavailableException;
import goku.rpc.Replica;
import goku.rpc.ReplicaMap;
import goku.rpc.ShardUnavailableException;
import goku.rpc.StorageNode;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// What the calls of a store share: who has a shard, what was learned of nodes, and how long to
/// wait for them. Thread-safe.
final class StoreRouting {
  private final ReplicaMap map;
  private final Function<Replica, StorageNode> nodes;
  private final RoutingConfig config;
  private final ReplicaChoice choice;
  private final CircuitBreakers breakers;
  private final HedgeBudget budget;
  private final LongSupplier nanoTime;
  final HedgeDelays hedgeDelays;
  final RoutingMetrics metrics;

  StoreRouting(
      Store store,
      ReplicaMap map,
      Function<Replica, StorageNode> nodes,
      String ownZone,
      RoutingConfig config,
      MeterRegistry registry,
      InstantSource clock,
      LongSupplier nanoTime) {
    this.map = map;
    this.nodes = nodes;
    this.config = config;
    this.nanoTime = nanoTime;
    breakers = new CircuitBreakers(clock);
    choice = new ReplicaChoice(ownZone, breakers);
    budget = new HedgeBudget(nanoTime);
    hedgeDelays =
        new HedgeDelays(config.hedgePercentile(), config.hedgeMinDelay(), config.hedgeMaxDelay());
    metrics = new RoutingMetrics(store, registry);
  }

  /// What makes an answer whole that begins at the time.
  ReadRequirements requirements(long fromMillis) {
    return new ReadRequirements(fromMillis, config.maxLag().toMillis());
  }

  List<Replica> replicasOf(ShardId shard) {
    return map.replicasOf(shard);
  }

  List<RankedReplicas> rank(List<ShardId> shards, ReadRequirements requirements) {
    List<RankedReplicas> rankings = new ArrayList<>(shards.size());
    for (ShardId shard : shards) {
      rankings.add(choice.rank(shard, map.replicasOf(shard), requirements));
    }
    return rankings;
  }

  /// The node to be called, which is noted.
  StorageNode call(Replica replica) {
    budget.called();
    breakers.called(replica.node());
    metrics.called(choice.isOwnZone(replica));
    return nodes.apply(replica);
  }

  /// Whether the failure of a call is one of the node, so that another may know better.
  static boolean isNodeFailure(Throwable failure) {
    return failure instanceof NodeUnavailableException
        || failure instanceof ShardUnavailableException;
  }

  void answered(ShardGroup shardGroup) {
    breakers.succeeded(shardGroup.node());
  }

  void failed(ShardGroup shardGroup, Throwable failure) {
    metrics.failed();
    if (failure instanceof NodeUnavailableException) {
      breakers.failed(shardGroup.node());
    }
  }

  /// Another replica answered first, though it was asked later.
  void lostHedge(ShardGroup shardGroup) {
    breakers.lostHedge(shardGroup.node());
  }

  /// Whether a call that is slow may be made to the others too. One to a node that is known to be
  /// in trouble may always be, if the others are not.
  boolean mayHedge(ShardGroup shardGroup) {
    boolean breaker = breakers.isOpen(shardGroup.node());
    boolean othersToo =
        shardGroup.rankings().stream()
            .anyMatch(
                ranking ->
                    ranking.fallbacks().stream().allMatch(one -> breakers.isOpen(one.node())));
    return (breaker && !othersToo) || budget.take();
  }

  /// How long a better answer than what is there is waited for.
  long graceNanos() {
    return config.hedgeMaxDelay().toNanos();
  }

  /// How often those who may not hedge yet look again.
  long budgetRecheckNanos() {
    return config.hedgeMinDelay().toNanos();
  }

  long nanoTime() {
    return nanoTime.getAsLong();
  }
}

package goku.root.routing;

import goku.model.ShardId;
import goku.model.Store;
import goku.model.TimeRange;
import goku.root.routing.choice.CircuitBreakers;
import goku.root.routing.choice.RankedReplicas;
import goku.root.routing.choice.ReadRequirements;
import goku.root.routing.choice.ReplicaChoice;
import goku.root.routing.choice.ShardGroup;
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

/// The state that all calls to one store share: the replica map, the circuit breakers, the hedge
/// budget and the hedge delays. Thread-safe.
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

  /// Returns the requirements of a read of the range.
  ReadRequirements requirements(TimeRange range) {
    return new ReadRequirements(range, config.maxLag().toMillis());
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

  /// Returns the node of a replica and counts a call to it.
  StorageNode call(Replica replica) {
    budget.called();
    breakers.called(replica.node());
    metrics.called(choice.isOwnZone(replica));
    return nodes.apply(replica);
  }

  /// Returns whether the failure is one of the node, so that another replica may succeed.
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

  /// Notes that the fallback answered first, although it was called later.
  void lostHedge(ShardGroup shardGroup) {
    breakers.lostHedge(shardGroup.node());
  }

  /// Returns whether a slow call may be hedged. Outside of the budget this is allowed if the
  /// circuit breaker of the primary is open and those of the fallbacks are closed.
  boolean mayHedge(ShardGroup shardGroup) {
    boolean primaryOpen = breakers.isOpen(shardGroup.node());
    boolean fallbacksOpen =
        shardGroup.rankings().stream()
            .anyMatch(
                ranking ->
                    ranking.fallbacks().stream().allMatch(one -> breakers.isOpen(one.node())));
    return (primaryOpen && !fallbacksOpen) || budget.take();
  }

  /// Returns how long to wait for a better answer than the first one.
  long graceNanos() {
    return config.hedgeMaxDelay().toNanos();
  }

  /// Returns the time between two checks of the hedge budget.
  long budgetRecheckNanos() {
    return config.hedgeMinDelay().toNanos();
  }

  long nanoTime() {
    return nanoTime.getAsLong();
  }
}

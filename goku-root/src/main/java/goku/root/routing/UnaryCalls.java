package goku.root.routing;

import goku.model.ShardId;
import goku.root.routing.choice.RankedReplicas;
import goku.root.routing.choice.ShardGroup;
import goku.root.routing.delay.HedgeDelays.Operation;
import goku.rpc.ShardUnavailableException;
import goku.rpc.StorageNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Calls whose answer comes as a whole, at the best replicas of their shards. A shard that no
/// replica answers for makes the whole call fail with `ShardUnavailableException`. Thread-safe.
final class UnaryCalls {
  private final StoreRouting routing;

  UnaryCalls(StoreRouting routing) {
    this.routing = routing;
  }

  /// What a node is asked.
  @FunctionalInterface
  interface Call<T> {
    T ask(StorageNode node, List<ShardId> shards) throws InterruptedException;
  }

  /// The answers that together are for all shards.
  <T> List<T> ask(List<RankedReplicas> rankings, Operation operation, Call<T> call) throws InterruptedException {
    for (RankedReplicas ranking : rankings) {
      if (!ranking.isServed()) {
        throw new ShardUnavailableException(ranking.shard());
      }
    }
    List<ShardGroup> shardGroups = ShardGroup.of(rankings);
    return shardGroups.size() == 1 ? ask(shardGroups.getFirst(), operation, call) : askAll(shardGroups, operation, call);
  }

  private <T> List<T> askAll(List<ShardGroup> shardGroups, Operation operation, Call<T> call)
      throws InterruptedException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<T>>> futures = new ArrayList<>();
      for (ShardGroup shardGroup : shardGroups) {
        futures.add(threads.submit(() -> ask(shardGroup, operation, call)));
      }
      List<T> answers = new ArrayList<>();
      try {
        for (Future<List<T>> future : futures) {
          answers.addAll(future.get());
        }
      } catch (ExecutionException e) {
        throw HedgedUnaryCall.rethrown(e.getCause());
      } finally {
        threads.shutdownNow();
      }
      return answers;
    }
  }

  private <T> List<T> ask(ShardGroup shardGroup, Operation operation, Call<T> call) throws InterruptedException {
    if (shardGroup.hasFallbacks()) {
      return new HedgedUnaryCall<>(
              routing, shardGroup, operation, () -> askNode(shardGroup, operation, call), left -> ask(left, operation, call))
          .run();
    }
    try {
      return askNode(shardGroup, operation, call);
    } catch (RuntimeException e) {
      if (!StoreRouting.isNodeFailure(e)) {
        throw e;
      }
      return ask(shardGroup.fallbackAfter(e), operation, call);
    }
  }

  private <T> List<T> askNode(ShardGroup shardGroup, Operation operation, Call<T> call) throws InterruptedException {
    long start = routing.nanoTime();
    try {
      T answer = call.ask(routing.call(shardGroup.primary()), shardGroup.shards());
      routing.hedgeDelays.record(operation, routing.nanoTime() - start);
      routing.answered(shardGroup);
      routing.metrics.answered();
      return List.of(answer);
    } catch (RuntimeException e) {
      if (StoreRouting.isNodeFailure(e)) {
        routing.failed(shardGroup, e);
      }
      throw e;
    }
  }
}

package goku.root.routing;

import goku.budget.Account;
import goku.eventloop.EventLoop;
import goku.model.ShardId;
import goku.root.routing.choice.RankedReplicas;
import goku.root.routing.choice.ShardGroup;
import goku.root.routing.delay.HedgeDelays.Operation;
import goku.rpc.ShardUnavailableException;
import goku.rpc.StorageNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Unary calls to the best replicas of their shards. If no replica of a shard answers, the whole
/// call fails with `ShardUnavailableException`. Thread-safe.
final class UnaryCalls {
  private final StoreRouting routing;

  UnaryCalls(StoreRouting routing) {
    this.routing = routing;
  }

  /// The call to one node.
  @FunctionalInterface
  interface Call<T> {
    T to(StorageNode node, List<ShardId> shards) throws InterruptedException;
  }

  /// Returns the answers of several nodes that together cover all shards.
  <T> List<T> call(List<RankedReplicas> rankings, Operation operation, Call<T> call)
      throws InterruptedException {
    EventLoop.leave();
    for (RankedReplicas ranking : rankings) {
      if (!ranking.isServed()) {
        throw new ShardUnavailableException(ranking.shard());
      }
    }
    List<ShardGroup> shardGroups = ShardGroup.of(rankings);
    return callAll(shardGroups, shardGroup -> call(shardGroup, operation, call)).stream()
        .flatMap(List::stream)
        .toList();
  }

  /// The calls to the nodes of some shards.
  @FunctionalInterface
  interface GroupCall<T> {
    T of(ShardGroup shardGroup) throws InterruptedException;
  }

  /// Makes the calls for all groups concurrently. Returns the answers in the order of the groups.
  static <T> List<T> callAll(List<ShardGroup> shardGroups, GroupCall<T> call)
      throws InterruptedException {
    if (shardGroups.size() == 1) {
      return List.of(call.of(shardGroups.getFirst()));
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      CompletionService<T> completed = new ExecutorCompletionService<>(threads);
      List<Future<T>> futures = new ArrayList<>();
      for (ShardGroup shardGroup : shardGroups) {
        futures.add(completed.submit(Account.ofCurrent(() -> call.of(shardGroup))));
      }
      List<T> answers = new ArrayList<>();
      try {
        for (int i = 0; i < futures.size(); i++) {
          var _ = completed.take().get(); // throws the first failure, and the others are stopped
        }
        for (Future<T> future : futures) {
          answers.add(future.get());
        }
      } catch (ExecutionException e) {
        throw HedgedUnaryCall.rethrown(e.getCause());
      } finally {
        threads.shutdownNow();
      }
      return answers;
    }
  }

  private <T> List<T> call(ShardGroup shardGroup, Operation operation, Call<T> call)
      throws InterruptedException {
    if (shardGroup.hasFallbacks()) {
      return new HedgedUnaryCall<>(
              routing,
              shardGroup,
              operation,
              () -> callPrimary(shardGroup, operation, call),
              left -> call(left, operation, call))
          .run();
    }
    try {
      return callPrimary(shardGroup, operation, call);
    } catch (RuntimeException e) {
      if (!StoreRouting.isNodeFailure(e)) {
        throw e;
      }
      return call(shardGroup.fallbackAfter(e), operation, call);
    }
  }

  private <T> List<T> callPrimary(ShardGroup shardGroup, Operation operation, Call<T> call)
      throws InterruptedException {
    long start = routing.nanoTime();
    try {
      T answer = call.to(routing.call(shardGroup.primary()), shardGroup.shards());
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

package goku.root.routing;

import goku.root.routing.choice.RankedReplicas;
import goku.root.routing.choice.ShardGroup;
import goku.root.routing.delay.HedgeDelays.Operation;
import goku.rpc.ShardUnavailableException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One plain call for a share: at its node, and at the others when the node fails or is silent for
/// long. The first answer is taken. Owned by one thread; nothing runs any more when `run` returns.
final class HedgedUnaryCall<T> {
  private final StoreRouting routing;
  private final ShardGroup shardGroup;
  private final Operation operation;
  private final Callable<List<T>> atNode;
  private final Others<T> atOthers;
  private boolean othersAsked;
  private boolean nodeFailed;
  private int running;

  /// Asks for shards without the node of the share.
  @FunctionalInterface
  interface Others<T> {
    List<T> ask(List<RankedReplicas> left) throws InterruptedException;
  }

  HedgedUnaryCall(StoreRouting routing, ShardGroup shardGroup, Operation operation, Callable<List<T>> atNode, Others<T> atOthers) {
    this.routing = routing;
    this.shardGroup = shardGroup;
    this.operation = operation;
    this.atNode = atNode;
    this.atOthers = atOthers;
  }

  /// What became of a call; one that failed has no answers.
  private record Outcome<T>(boolean fromNode, List<T> answers, @Nullable Throwable failure) {}

  List<T> run() throws InterruptedException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      CompletionService<Outcome<T>> race = new ExecutorCompletionService<>(threads);
      try {
        return run(race);
      } catch (ExecutionException e) {
        throw rethrown(e.getCause());
      } finally {
        threads.shutdownNow();
      }
    }
  }

  private List<T> run(CompletionService<Outcome<T>> race)
      throws InterruptedException, ExecutionException {
    long start = routing.nanoTime();
    submit(race, true, atNode);
    while (true) {
      Future<Outcome<T>> done = race.poll(patienceNanos(start, race), TimeUnit.NANOSECONDS);
      if (done == null) {
        continue;
      }
      Outcome<T> outcome = done.get();
      if (outcome.failure() != null) {
        failed(outcome.fromNode(), outcome.failure(), race);
        continue;
      }
      if (!outcome.fromNode() && !nodeFailed) {
        routing.metrics.lost();
        routing.lostHedge(shardGroup);
      }
      return outcome.answers();
    }
  }

  private void submit(CompletionService<Outcome<T>> race, boolean node, Callable<List<T>> call) {
    running++;
    var _ =
        race.submit(
            () -> {
              try {
                return new Outcome<>(node, call.call(), null);
              } catch (Exception e) {
                return new Outcome<>(node, List.of(), e);
              }
            });
  }

  private void failed(boolean isNode, Throwable cause, CompletionService<Outcome<T>> race)
      throws InterruptedException {
    if (!StoreRouting.isNodeFailure(cause)) {
      throw rethrown(cause);
    }
    running--;
    nodeFailed |= isNode;
    if (isNode && (!othersAsked || shardGroup.mayServeSome(cause))) {
      routing.metrics.failedOver();
      startOthers(race, shardGroup.fallbackAfter(cause));
    }
    if (running == 0) {
      throw new ShardUnavailableException(shardGroup.names());
    }
  }

  private void startOthers(CompletionService<Outcome<T>> race, List<RankedReplicas> left) {
    othersAsked = true;
    submit(race, false, () -> atOthers.ask(left));
  }

  /// Nanoseconds to wait. The others are asked when the node has been silent for long.
  private long patienceNanos(long start, CompletionService<Outcome<T>> race) {
    if (!othersAsked) {
      long left = start + routing.hedgeDelays.delayNanos(operation) - routing.nanoTime();
      if (left > 0) {
        return left;
      }
      if (!routing.mayHedge(shardGroup)) {
        return routing.budgetRecheckNanos();
      }
      routing.metrics.hedged();
      startOthers(race, shardGroup.withoutPrimary());
    }
    return Long.MAX_VALUE;
  }

  static RuntimeException rethrown(@Nullable Throwable cause) throws InterruptedException {
    switch (cause) {
      case RuntimeException exception -> throw exception;
      case Error error -> throw error;
      case InterruptedException interrupted -> throw interrupted;
      case null, default -> throw new IllegalStateException("a node failed: " + cause, cause);
    }
  }
}

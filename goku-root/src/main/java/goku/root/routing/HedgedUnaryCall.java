package goku.root.routing;

import goku.budget.Account;
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

/// A hedged call with one answer: a call to the primary, and a call to the fallback if the primary
/// fails or is silent for longer than the hedge delay. The first answer is taken. Owned by one
/// thread. No replica call is in progress after `run` has returned.
final class HedgedUnaryCall<T> {
  private final StoreRouting routing;
  private final ShardGroup shardGroup;
  private final Operation operation;
  private final Callable<List<T>> primaryCall;
  private final Fallback<T> fallback;
  private CallState primary = CallState.IDLE;

  /// The primary may fail while the fallback is in progress. A second fallback is started then, if
  /// the primary may have some of the shards.
  private int callsInProgress;

  /// A call to the remaining replicas of the shards.
  @FunctionalInterface
  interface Fallback<T> {
    List<T> call(List<RankedReplicas> left) throws InterruptedException;
  }

  HedgedUnaryCall(
      StoreRouting routing,
      ShardGroup shardGroup,
      Operation operation,
      Callable<List<T>> primaryCall,
      Fallback<T> fallback) {
    this.routing = routing;
    this.shardGroup = shardGroup;
    this.operation = operation;
    this.primaryCall = primaryCall;
    this.fallback = fallback;
  }

  /// The reply to a replica call: answers, or a failure.
  private record Reply<T>(boolean ofPrimary, List<T> answers, @Nullable Throwable failure) {}

  List<T> run() throws InterruptedException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      CompletionService<Reply<T>> replies = new ExecutorCompletionService<>(threads);
      try {
        return run(replies);
      } catch (ExecutionException e) {
        throw rethrown(e.getCause());
      } finally {
        threads.shutdownNow();
      }
    }
  }

  private List<T> run(CompletionService<Reply<T>> replies)
      throws InterruptedException, ExecutionException {
    long start = routing.nanoTime();
    primary = primary.to(CallState.IN_PROGRESS);
    submit(replies, true, primaryCall);
    while (true) {
      Future<Reply<T>> done = replies.poll(hedgeIfDue(start, replies), TimeUnit.NANOSECONDS);
      if (done == null) {
        continue;
      }
      Reply<T> reply = done.get();
      if (reply.failure() != null) {
        failed(reply.ofPrimary(), reply.failure(), replies);
        continue;
      }
      if (!reply.ofPrimary() && primary == CallState.HEDGED) {
        routing.metrics.lost();
        routing.lostHedge(shardGroup);
      }
      return reply.answers();
    }
  }

  private void submit(
      CompletionService<Reply<T>> replies, boolean ofPrimary, Callable<List<T>> call) {
    callsInProgress++;
    Callable<List<T>> ofRequest = Account.ofCurrent(call);
    var _ =
        replies.submit(
            () -> {
              try {
                return new Reply<>(ofPrimary, ofRequest.call(), null);
              } catch (Exception e) {
                return new Reply<>(ofPrimary, List.of(), e);
              }
            });
  }

  private void failed(boolean ofPrimary, Throwable cause, CompletionService<Reply<T>> replies)
      throws InterruptedException {
    if (!StoreRouting.isNodeFailure(cause)) {
      throw rethrown(cause);
    }
    callsInProgress--;
    if (ofPrimary) {
      boolean hedged = primary == CallState.HEDGED;
      primary = primary.to(CallState.FAILED);
      if (!hedged || shardGroup.mayServeSome(cause)) {
        routing.metrics.failedOver();
        startFallback(replies, shardGroup.fallbackAfter(cause));
      }
    }
    if (callsInProgress == 0) {
      throw new ShardUnavailableException(shardGroup.names());
    }
  }

  private void startFallback(CompletionService<Reply<T>> replies, List<RankedReplicas> left) {
    submit(replies, false, () -> fallback.call(left));
  }

  /// Starts the fallback if the primary has been silent for longer than the hedge delay. Returns
  /// the nanoseconds to wait for a reply.
  private long hedgeIfDue(long start, CompletionService<Reply<T>> replies) {
    if (primary == CallState.IN_PROGRESS) {
      long left = start + routing.hedgeDelays.delayNanos(operation) - routing.nanoTime();
      if (left > 0) {
        return left;
      }
      if (!routing.mayHedge(shardGroup)) {
        return routing.budgetRecheckNanos();
      }
      routing.metrics.hedged();
      primary = primary.to(CallState.HEDGED);
      startFallback(replies, shardGroup.withoutPrimary());
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

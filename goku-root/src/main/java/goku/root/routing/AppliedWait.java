package goku.root.routing;

import goku.eventloop.EventLoop;
import goku.model.ShardId;
import goku.rpc.NodeUnavailableException;
import goku.rpc.Replica;
import goku.rpc.ShardState;
import goku.rpc.ShardUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// The wait until all replicas that a later call may read have applied the log of their shard up to
/// an offset. Unreachable replicas do not count. Thread-safe.
final class AppliedWait {
  private final StoreRouting routing;

  AppliedWait(StoreRouting routing) {
    this.routing = routing;
  }

  /// Returns false if one of the replicas did not reach the offset in time. Throws
  /// `ShardUnavailableException` if no replica can be called.
  boolean await(ShardId shard, long offset, Duration timeout) throws InterruptedException {
    EventLoop.leave();
    List<Replica> replicas = readable(routing.replicasOf(shard));
    if (replicas.isEmpty()) {
      throw new ShardUnavailableException(shard);
    }
    if (replicas.size() == 1) {
      return awaitOne(replicas.getFirst(), shard, offset, timeout);
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        return await(shard, offset, timeout, replicas, threads);
      } finally {
        threads.shutdownNow();
      }
    }
  }

  /// Returns the serving replicas, or the recovering ones if none serves. Both consume the log.
  private static List<Replica> readable(List<Replica> replicas) {
    for (ShardState state : List.of(ShardState.SERVING, ShardState.RECOVERING)) {
      List<Replica> some =
          replicas.stream().filter(replica -> replica.health().state() == state).toList();
      if (!some.isEmpty()) {
        return some;
      }
    }
    return List.of();
  }

  private boolean awaitOne(Replica replica, ShardId shard, long offset, Duration timeout)
      throws InterruptedException {
    try {
      return routing.call(replica).awaitApplied(shard, offset, timeout);
    } catch (NodeUnavailableException e) {
      throw new ShardUnavailableException(shard);
    }
  }

  private boolean await(
      ShardId shard, long offset, Duration timeout, List<Replica> replicas, ExecutorService threads)
      throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    CompletionService<Boolean> waits = new ExecutorCompletionService<>(threads);
    List<Future<Boolean>> futures = new ArrayList<>();
    for (Replica replica : replicas) {
      futures.add(waits.submit(() -> routing.call(replica).awaitApplied(shard, offset, timeout)));
    }
    boolean any = false;
    for (int done = 0; done < futures.size(); done++) {
      Future<Boolean> next = waits.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        return false;
      }
      switch (result(next)) {
        case APPLIED -> any = true;
        case LATE -> {
          return false;
        }
        case UNREACHABLE -> {}
      }
    }
    if (!any) {
      throw new ShardUnavailableException(shard);
    }
    return true;
  }

  private enum Result {
    APPLIED,
    LATE,
    UNREACHABLE
  }

  private static Result result(Future<Boolean> wait) throws InterruptedException {
    try {
      return wait.get() ? Result.APPLIED : Result.LATE;
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause != null && StoreRouting.isNodeFailure(cause)) {
        return Result.UNREACHABLE;
      }
      throw HedgedUnaryCall.rethrown(cause);
    }
  }
}

package goku.root.routing;

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

/// Waits until all replicas that a later call may ask have applied the log of their shard up to an
/// offset. Those that cannot be reached do not count. Thread-safe.
final class AppliedWait {
  private final StoreRouting routing;

  AppliedWait(StoreRouting routing) {
    this.routing = routing;
  }

  /// False when one of the replicas did not come there in time. Throws `ShardUnavailableException`
  /// when none can be asked.
  boolean await(ShardId shard, long offset, Duration timeout) throws InterruptedException {
    List<Replica> asked = asked(routing.replicasOf(shard));
    if (asked.isEmpty()) {
      throw new ShardUnavailableException(shard);
    }
    if (asked.size() == 1) {
      return awaitOne(asked.getFirst(), shard, offset, timeout);
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        return await(shard, offset, timeout, asked, threads);
      } finally {
        threads.shutdownNow();
      }
    }
  }

  /// The replicas that serve; if there is none, those that recover, which follow the log too.
  private static List<Replica> asked(List<Replica> replicas) {
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
      ShardId shard, long offset, Duration timeout, List<Replica> asked, ExecutorService threads)
      throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    CompletionService<Boolean> waits = new ExecutorCompletionService<>(threads);
    List<Future<Boolean>> futures = new ArrayList<>();
    for (Replica replica : asked) {
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

package goku.root.routing;

import goku.eventloop.EventLoop;
import goku.model.ShardId;
import goku.query.DeleteOutcome;
import goku.rpc.Replica;
import goku.rpc.ShardState;
import goku.rpc.ShardUnavailableException;
import goku.rpc.StorageNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A delete on all available replicas of a shard. Replicas that the shard map reports as
/// unavailable are not called: they read the deletes before they serve. Thread-safe.
final class ReplicaDelete {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaDelete.class);

  private final StoreRouting routing;

  ReplicaDelete(StoreRouting routing) {
    this.routing = routing;
  }

  /// The call to one replica.
  @FunctionalInterface
  interface Call {
    DeleteOutcome to(StorageNode node) throws InterruptedException;
  }

  /// The reply of a replica. `NOT_THERE`: the shard has left the node. `SILENT`: the result is
  /// unknown.
  private enum Reply {
    TAKEN,
    TAKEN_LATE,
    REFUSED,
    NOT_THERE,
    SILENT
  }

  DeleteOutcome delete(ShardId shard, Call call, Duration timeout) throws InterruptedException {
    EventLoop.leave();
    List<Replica> replicas =
        routing.replicasOf(shard).stream()
            .filter(replica -> replica.health().state() != ShardState.UNAVAILABLE)
            .toList();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        return delete(shard, call, timeout, replicas, threads);
      } finally {
        threads.shutdownNow();
      }
    }
  }

  private DeleteOutcome delete(
      ShardId shard, Call call, Duration timeout, List<Replica> replicas, ExecutorService threads)
      throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    CompletionService<DeleteOutcome> calls = new ExecutorCompletionService<>(threads);
    for (Replica replica : replicas) {
      var _ = calls.submit(() -> call.to(routing.call(replica)));
    }
    int taken = 0;
    int refused = 0;
    int silent = 0;
    for (int done = 0; done < replicas.size(); done++) {
      Future<DeleteOutcome> next = calls.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        silent += replicas.size() - done;
        break;
      }
      switch (reply(shard, next)) {
        case TAKEN -> taken++;
        case TAKEN_LATE -> {
          taken++;
          silent++;
        }
        case REFUSED -> refused++;
        case SILENT -> silent++;
        case NOT_THERE -> {}
      }
    }
    if (taken > 0) {
      return refused + silent > 0 ? DeleteOutcome.LATE : DeleteOutcome.DONE;
    }
    if (refused > 0 && silent == 0) {
      return DeleteOutcome.TOO_MANY;
    }
    throw new ShardUnavailableException(shard);
  }

  private static Reply reply(ShardId shard, Future<DeleteOutcome> call)
      throws InterruptedException {
    try {
      return switch (call.get()) {
        case DONE -> Reply.TAKEN;
        case LATE -> Reply.TAKEN_LATE;
        case TOO_MANY -> Reply.REFUSED;
      };
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ShardUnavailableException) {
        return Reply.NOT_THERE;
      }
      LOG.warn("replica did not acknowledge a delete shard={}", shard, e.getCause());
      return Reply.SILENT;
    }
  }
}

package goku.shortterm.shard;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/// Who wants to take a snapshot of a shard, and waits for its writer to come by. Any thread asks;
/// the writer serves and closes.
final class Captures {
  private final Queue<CompletableFuture<ShardCapture>> wanted = new ConcurrentLinkedQueue<>();

  /// Set before the last ones are cancelled: who asks later cancels by itself.
  private volatile boolean closed;

  Future<ShardCapture> request() {
    var capture = new CompletableFuture<ShardCapture>();
    wanted.add(capture);
    if (closed) {
      capture.cancel(false);
    }
    return capture;
  }

  boolean areWanted() {
    return !wanted.isEmpty();
  }

  /// Gives one capture to all who wait.
  void serve(Supplier<ShardCapture> shard) {
    ShardCapture capture = shard.get();
    for (var next = wanted.poll(); next != null; next = wanted.poll()) {
      next.complete(capture);
    }
  }

  void close() {
    closed = true;
    for (var next = wanted.poll(); next != null; next = wanted.poll()) {
      next.cancel(false);
    }
  }
}

package goku.shortterm.shard;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/// The requests for captures of a shard, served by its writer. Any thread requests. The writer
/// serves and closes.
final class Captures {
  private final Queue<CompletableFuture<ShardCapture>> wanted = new ConcurrentLinkedQueue<>();

  /// Set before the last requests are cancelled. Later requests cancel themselves.
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

  /// Gives one capture to all waiting requests.
  void serve(Supplier<ShardCapture> shard) {
    ShardCapture capture = shard.get();
    for (var next = wanted.poll(); next != null; next = wanted.poll()) {
      next.complete(capture);
    }
  }

  void close() {
    closed = true;
    refuse();
  }

  /// Cancels all waiting requests.
  void refuse() {
    for (var next = wanted.poll(); next != null; next = wanted.poll()) {
      next.cancel(false);
    }
  }
}

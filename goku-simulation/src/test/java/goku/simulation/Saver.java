package goku.simulation;

import goku.shortterm.lifecycle.ShardLifecycle;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// The thread that takes snapshots: it waits for the writer of a shard, which does nothing else
/// meanwhile than serve it, so that both are one thread in effect.
final class Saver {
  private static final ExecutorService THREAD =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("saver").factory());

  private Saver() {}

  static void run(ShardLifecycle life) {
    Future<?> saving =
        THREAD.submit(
            () -> {
              life.takeSnapshot();
              return true;
            });
    while (!saving.isDone()) {
      life.shard().proceed();
      Thread.onSpinWait();
    }
    try {
      var _ = saving.get();
    } catch (ExecutionException failed) {
      switch (Objects.requireNonNull(failed.getCause())) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        default -> throw new IllegalStateException(failed);
      }
    } catch (InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
  }
}

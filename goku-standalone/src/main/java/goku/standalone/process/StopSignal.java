package goku.standalone.process;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// SIGTERM and Ctrl-C: the process is told to stop, and lives until `close` says that it has
/// stopped in order. Made once per process; thread-safe.
public final class StopSignal implements AutoCloseable {
  private final CountDownLatch told = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);

  public StopSignal() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stopInOrder, "stop"));
  }

  /// Returns when the signal has come.
  public void await() throws InterruptedException {
    told.await();
  }

  /// Whether the signal came within the time.
  public boolean within(long millis) throws InterruptedException {
    return told.await(millis, TimeUnit.MILLISECONDS);
  }

  /// The process may end.
  @Override
  public void close() {
    stopped.countDown();
  }

  private void stopInOrder() {
    told.countDown();
    try {
      stopped.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

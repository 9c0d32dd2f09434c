package goku.standalone.process;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The signal to stop, SIGTERM or Ctrl-C. The process lives until `close` reports that it has
/// stopped in order. One per process. Thread-safe.
public final class StopSignal implements AutoCloseable {
  private final CountDownLatch told = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);

  public StopSignal() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stopInOrder, "stop"));
  }

  /// Returns when the signal has arrived.
  public void await() throws InterruptedException {
    told.await();
  }

  /// Returns whether the signal arrived within the time.
  public boolean within(long millis) throws InterruptedException {
    return told.await(millis, TimeUnit.MILLISECONDS);
  }

  /// Permits the process to end.
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

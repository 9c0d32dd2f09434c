package goku.root.routing;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/// A call on a thread of its own, so that the test can change the cluster during the call.
final class CallThread<T> {
  private final FutureTask<T> task;
  private final Thread thread;

  private CallThread(Callable<T> call) {
    task = new FutureTask<>(call);
    thread = Thread.ofPlatform().unstarted(task);
  }

  static <T> CallThread<T> start(Callable<T> call) {
    var made = new CallThread<>(call);
    made.thread.start();
    return made;
  }

  /// Waits until the thread is in the state: `TIMED_WAITING` while it waits for a reply.
  void awaitState(Thread.State state) {
    await().pollInterval(Duration.ofMillis(1)).until(() -> thread.getState() == state);
  }

  T result() throws Exception {
    return task.get(1, TimeUnit.MINUTES);
  }
}

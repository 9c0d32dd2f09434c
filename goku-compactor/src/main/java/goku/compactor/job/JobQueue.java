package goku.compactor.job;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// A queue of due tasks for the threads that run them. At most one task per output runs at a time.
/// Thread-safe.
public final class JobQueue {
  private record Running(Task task, Thread thread) {}

  private final Deque<Task> due = new ArrayDeque<>();
  private final Map<Task.Output, Running> running = new HashMap<>();
  private boolean finishedAny;
  private boolean woken;

  /// Replaces the tasks that no thread has taken.
  public synchronized void replace(Collection<Task> tasks) {
    due.clear();
    tasks.stream().filter(task -> !running.containsKey(task.output())).forEach(due::add);
    finishedAny = false;
    notifyAll();
  }

  /// Waits for a task and assigns it to the calling thread, which must call `finished` later.
  public synchronized Task take() throws InterruptedException {
    while (due.isEmpty()) {
      wait();
    }
    Task task = due.remove();
    running.put(task.output(), new Running(task, Thread.currentThread()));
    notifyAll();
    return task;
  }

  public synchronized void finished(Task task) {
    running.remove(task.output());
    finishedAny = true;
    notifyAll();
  }

  /// Drops matching tasks that no thread has taken, and interrupts the threads of matching running
  /// tasks.
  public synchronized void giveUp(Predicate<Task> which) {
    due.removeIf(which);
    for (Running each : running.values()) {
      if (which.test(each.task())) {
        each.thread().interrupt();
      }
    }
    notifyAll();
  }

  /// Ends the wait for news: there may be more work than is known.
  public synchronized void wake() {
    woken = true;
    notifyAll();
  }

  /// Waits until `wake` is called, or until the queue is empty and a task has finished, which may
  /// have made more work due. Returns after `limit` at the latest.
  public synchronized void awaitNews(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (!woken && !(due.isEmpty() && finishedAny)) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        return;
      }
      wait(left);
    }
    woken = false;
  }
}

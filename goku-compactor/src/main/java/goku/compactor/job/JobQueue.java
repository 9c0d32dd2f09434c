package goku.compactor.job;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// Tasks that are due, for the threads that do them. Of an output one task at most is in work.
/// Thread-safe.
public final class JobQueue {
  private record Running(Task task, Thread thread) {}

  private final Deque<Task> due = new ArrayDeque<>();
  private final Map<Task.Output, Running> running = new HashMap<>();
  private boolean finishedAny;
  private boolean woken;

  /// Puts these in place of those that nobody has taken.
  public synchronized void replace(Collection<Task> tasks) {
    due.clear();
    tasks.stream().filter(task -> !running.containsKey(task.output())).forEach(due::add);
    finishedAny = false;
    notifyAll();
  }

  /// Waits for a task, for this thread; `finished` has to follow.
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

  /// Forgets those that nobody has taken, and interrupts the threads of those in work.
  public synchronized void giveUp(Predicate<Task> which) {
    due.removeIf(which);
    for (Running each : running.values()) {
      if (which.test(each.task())) {
        each.thread().interrupt();
      }
    }
    notifyAll();
  }

  /// There may be more to do than is known.
  public synchronized void wake() {
    woken = true;
    notifyAll();
  }

  /// Waits until somebody wakes, or nothing is left to take and something was finished, so that
  /// there may be more to do than was known; at most so long.
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

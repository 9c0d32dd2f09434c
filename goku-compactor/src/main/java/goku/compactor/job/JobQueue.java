package goku.compactor.job;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Tasks that are due, for the threads that do them. Of an output one task at most is in work.
/// Thread-safe.
public final class JobQueue {
  private final Deque<Task> due = new ArrayDeque<>();
  private final Set<Task.Output> running = new HashSet<>();
  private boolean finishedAny;

  /// Puts these in place of those that nobody has taken.
  public synchronized void replace(Collection<Task> tasks) {
    due.clear();
    tasks.stream().filter(task -> !running.contains(task.output())).forEach(due::add);
    finishedAny = false;
    notifyAll();
  }

  /// Waits for a task; `finished` has to follow.
  public synchronized Task take() throws InterruptedException {
    while (due.isEmpty()) {
      wait();
    }
    Task task = due.remove();
    running.add(task.output());
    notifyAll();
    return task;
  }

  public synchronized void finished(Task task) {
    running.remove(task.output());
    finishedAny = true;
    notifyAll();
  }

  /// Waits until nothing is left to take and something was finished, so that there may be more to
  /// do than was known; at most so long.
  public synchronized void awaitNews(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (!(due.isEmpty() && finishedAny)) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        return;
      }
      wait(left);
    }
  }
}

package goku.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Threads in simulated time: tasks wait until the simulation runs them, and as long as they were
/// scheduled for.
final class SimulatedExecutor extends AbstractExecutorService implements ScheduledExecutorService {
  private final LongSupplier millis;
  private int most;
  private final PriorityQueue<Task<?>> tasks =
      new PriorityQueue<>(
          Comparator.comparingLong((Task<?> task) -> task.atMillis)
              .thenComparingLong(task -> task.number));
  private long count;
  private boolean shutDown;

  /// @param most the number of tasks that may wait; the first is run at once if there are more
  SimulatedExecutor(LongSupplier millis, int most) {
    this.millis = millis;
    this.most = most;
  }

  /// Sets the number of tasks that may wait.
  void keep(int most) {
    this.most = most;
  }

  boolean isIdle() {
    return tasks.isEmpty();
  }

  /// Runs the first task that is due. Returns false if there is none.
  boolean runNext() {
    Task<?> first = tasks.peek();
    if (first == null || first.atMillis > millis.getAsLong()) {
      return false;
    }
    tasks.remove(first);
    first.run();
    return true;
  }

  /// Runs the tasks that are due, with those that they add.
  void runAll() {
    while (runNext()) {
      // each run is the work
    }
  }

  /// Runs also what is not due, as if all had passed.
  void abandon() {
    while (!tasks.isEmpty()) {
      tasks.poll().run();
    }
  }

  @Override
  public void execute(Runnable command) {
    var _ = schedule(command, 0, TimeUnit.MILLISECONDS);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    return add(
        new Task<>(
            () -> {
              command.run();
              return true;
            },
            unit.toMillis(delay)));
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> command, long delay, TimeUnit unit) {
    return add(new Task<>(command, unit.toMillis(delay)));
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable command, long delay, long period, TimeUnit unit) {
    return scheduleWithFixedDelay(command, delay, period, unit);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable command, long delay, long pause, TimeUnit unit) {
    return schedule(
        () -> {
          command.run();
          if (!shutDown) {
            var _ = scheduleWithFixedDelay(command, pause, pause, unit);
          }
        },
        delay,
        unit);
  }

  @Override
  public void shutdown() {
    shutDown = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    shutDown = true;
    List<Runnable> left = new ArrayList<>(tasks);
    tasks.clear();
    return left;
  }

  @Override
  public boolean isShutdown() {
    return shutDown;
  }

  @Override
  public boolean isTerminated() {
    return shutDown;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return true;
  }

  private <V> Task<V> add(Task<V> task) {
    if (!shutDown) {
      tasks.add(task);
      while (tasks.size() > most) {
        tasks.poll().run();
      }
    }
    return task;
  }

  private final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {
    private final long atMillis;
    private final long number = count++;

    Task(Callable<V> work, long delayMillis) {
      super(work);
      atMillis = millis.getAsLong() + delayMillis;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(atMillis - millis.getAsLong(), TimeUnit.MILLISECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.MILLISECONDS), other.getDelay(TimeUnit.MILLISECONDS));
    }
  }
}

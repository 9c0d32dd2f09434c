package goku.query.scan;

import goku.eventloop.EventLoop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// A fixed number of threads on which queries take turns. However many tasks a query has, every
/// other query gets its next task done after one of each. While several queries run, none of them
/// takes the last thread, so a short query finds a free one. While short queries arrive, the thread
/// that merges a query's results takes turns with its workers. Thread-safe.
public final class FairExecutor implements AutoCloseable {
  /// The nanoseconds after a short query in which the next one is expected.
  private static final long CROWDED_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /// Lanes with waiting tasks, in the order of their turns. Guarded by the lock.
  private final ArrayDeque<Lane> turns = new ArrayDeque<>();

  private final List<Thread> threads = new ArrayList<>();

  /// The number of lanes with running tasks. Guarded by the lock.
  private int busyLanes;

  private boolean closed;
  private final LongSupplier nanoTime;
  private volatile long lastVisitNanos;

  public FairExecutor(String name, int threadCount) {
    this(name, threadCount, System::nanoTime);
  }

  FairExecutor(String name, int threadCount, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    lastVisitNanos = nanoTime.getAsLong() - CROWDED_NANOS;
    for (int i = 0; i < threadCount; i++) {
      threads.add(Thread.ofPlatform().name(name + "-" + i).daemon().start(this::work));
    }
  }

  public int threads() {
    return threads.size();
  }

  /// Announces a short query, which works on its own thread and needs a processor.
  void visit() {
    lastVisitNanos = nanoTime.getAsLong();
  }

  Lane lane() {
    return new Lane();
  }

  private void work() {
    lock.lock();
    try {
      while (!closed) {
        Lane lane = next();
        while (lane == null && !closed) {
          // a waiting query may be allowed to run once no short query came for a while
          var _ = changed.awaitNanos(turns.isEmpty() ? Long.MAX_VALUE : CROWDED_NANOS);
          lane = next();
        }
        if (lane != null) {
          run(lane);
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("cannot work on queries: a worker thread was interrupted", e);
    } finally {
      lock.unlock();
    }
  }

  /// Removes and returns the query whose turn it is; null if none may run.
  private @Nullable Lane next() {
    boolean visited = nanoTime.getAsLong() - lastVisitNanos < CROWDED_NANOS;
    for (Iterator<Lane> waiting = turns.iterator(); waiting.hasNext(); ) {
      Lane lane = waiting.next();
      boolean alone = turns.size() == 1 && busyLanes == (lane.running > 0 ? 1 : 0);
      int most = alone && !visited ? threads.size() : Math.max(1, threads.size() - 1);
      // the thread that works on a query's results needs a processor too
      int busy = lane.running + (visited && lane.merging ? 1 : 0);
      if (busy < most) {
        waiting.remove();
        return lane;
      }
    }
    return null;
  }

  private void run(Lane lane) {
    FutureTask<?> task = lane.waiting.remove();
    if (!lane.waiting.isEmpty()) {
      turns.addLast(lane);
    }
    busyLanes += lane.running++ == 0 ? 1 : 0;
    lock.unlock();
    try {
      task.run();
    } finally {
      lock.lock();
      busyLanes -= --lane.running == 0 ? 1 : 0;
      changed.signalAll();
    }
  }

  /// Ends the threads after their current tasks.
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /// The tasks of one query.
  final class Lane implements AutoCloseable {
    private final ArrayDeque<FutureTask<?>> waiting = new ArrayDeque<>();
    private int running;

    /// The state of the query's thread: true while it works on results. Guarded by the lock.
    private boolean merging;

    /// The state of the lane: true once it accepts no more tasks. Guarded by the lock.
    private boolean ended;

    private Lane() {}

    <T> Future<T> submit(Callable<T> work) {
      EventLoop.leave();
      var task = new FutureTask<>(work);
      lock.lock();
      try {
        if (closed) {
          throw new IllegalStateException("cannot start the task: the node is shutting down");
        }
        if (ended) {
          task.cancel(false);
          return task;
        }
        waiting.add(task);
        if (waiting.size() == 1) {
          turns.addLast(this);
        }
        changed.signal();
      } finally {
        lock.unlock();
      }
      return task;
    }

    /// Waits for the result of a task at most this long. The query then counts as working on
    /// results.
    <T> T await(Future<T> task, long nanos)
        throws InterruptedException, ExecutionException, TimeoutException {
      EventLoop.leave();
      setMerging(false);
      try {
        return task.get(nanos, TimeUnit.NANOSECONDS);
      } finally {
        setMerging(true);
      }
    }

    private void setMerging(boolean value) {
      lock.lock();
      try {
        merging = value;
        if (!value && !waiting.isEmpty()) {
          changed.signal();
        }
      } finally {
        lock.unlock();
      }
    }

    /// Drops waiting and future tasks. No task runs after this has returned.
    @Override
    public void close() {
      lock.lock();
      try {
        ended = true;
        waiting.forEach(task -> task.cancel(false));
        waiting.clear();
        turns.remove(this);
        while (running > 0) {
          changed.awaitUninterruptibly();
        }
      } finally {
        lock.unlock();
      }
    }
  }
}

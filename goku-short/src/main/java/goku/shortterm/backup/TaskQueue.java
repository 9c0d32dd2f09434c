package goku.shortterm.backup;

import goku.fault.Backoff;
import goku.model.ShardId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The tasks of all shards, run by a few threads. Tasks of a shard run one after the other in their
/// order, so that a snapshot reaches S3 after the bucket files that it needs, and the file of a
/// window after those of earlier windows. A failed task is retried without limit and blocks the
/// tasks after it. Thread-safe.
final class TaskQueue implements AutoCloseable {
  /// The tasks of a shard. The first one is the running one, if any is.
  private static final class Lane {
    final ShardId shard;
    final List<BackupTask> tasks = new ArrayList<>();
    @Nullable BackupTask running;
    boolean scheduled;
    int failures;

    Lane(ShardId shard) {
      this.shard = shard;
    }
  }

  private final Backoff backoff;
  private final Trouble trouble;
  private final Consumer<ShardId> afterEach;
  private final ScheduledExecutorService threads;
  private final RandomGenerator random;
  private final Map<ShardId, Lane> lanes = new HashMap<>();
  private final Set<String> abandoned = new HashSet<>();
  private boolean closed;

  /// @param threads run the tasks; stopped by `close`
  /// @param random spreads retries
  /// @param afterEach receives the shard of each completed task
  TaskQueue(
      ScheduledExecutorService threads,
      RandomGenerator random,
      Backoff backoff,
      Trouble trouble,
      Consumer<ShardId> afterEach) {
    this.threads = threads;
    this.random = random;
    this.backoff = backoff;
    this.trouble = trouble;
    this.afterEach = afterEach;
  }

  synchronized void add(ShardId shard, BackupTask task) {
    if (closed || isAbandoned(shard)) {
      return;
    }
    Lane lane = lanes.computeIfAbsent(shard, Lane::new);
    removeWaiting(lane, other -> other.about().equals(task.about()));
    lane.tasks.add(place(lane, task), task);
    if (!lane.scheduled) {
      schedule(lane, Duration.ZERO);
    }
  }

  /// Returns whether a task about the path waits or runs.
  synchronized boolean has(ShardId shard, Path about) {
    Lane lane = lanes.get(shard);
    return lane != null && lane.tasks.stream().anyMatch(task -> task.about().equals(about));
  }

  /// Removes a task. Returns false if it is running.
  synchronized boolean cancel(ShardId shard, Path about) {
    Lane lane = lanes.get(shard);
    if (lane == null) {
      return true;
    }
    removeWaiting(lane, task -> task.about().equals(about));
    return lane.running == null || !lane.running.about().equals(about);
  }

  /// Abandons the tasks of a namespace, now and in future. The running ones end.
  synchronized void abandon(String namespace) {
    abandoned.add(namespace);
    lanes.values().stream()
        .filter(lane -> isAbandoned(lane.shard))
        .forEach(lane -> removeWaiting(lane, _ -> true));
  }

  /// Returns whether a task of the namespace waits or runs.
  synchronized boolean hasAny(String namespace) {
    return lanes.values().stream()
        .anyMatch(lane -> lane.shard.namespace().equals(namespace) && !lane.tasks.isEmpty());
  }

  private boolean isAbandoned(ShardId shard) {
    return abandoned.contains(shard.namespace());
  }

  synchronized int size() {
    return lanes.values().stream().mapToInt(lane -> lane.tasks.size()).sum();
  }

  /// Waits until only failing tasks are left, up to the limit.
  synchronized void awaitDone(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (lanes.values().stream().anyMatch(lane -> lane.failures == 0)) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        return;
      }
      wait(left);
    }
  }

  /// Abandons the remaining tasks.
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    threads.shutdownNow();
    try {
      // after closing, the caller may remove the files and close the clients
      threads.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void work(Lane lane) {
    BackupTask task = begin(lane);
    if (task == null) {
      return;
    }
    try {
      task.run();
    } catch (Throwable failed) {
      failed(lane, failed);
      return;
    }
    done(lane, task);
    afterEach.accept(lane.shard);
  }

  private synchronized @Nullable BackupTask begin(Lane lane) {
    lane.running = lane.tasks.isEmpty() ? null : lane.tasks.getFirst();
    if (lane.running == null) {
      retire(lane);
    }
    return lane.running;
  }

  private synchronized void done(Lane lane, BackupTask task) {
    lane.running = null;
    lane.tasks.remove(task);
    lane.failures = 0;
    trouble.ended(lane.shard);
    if (lane.tasks.isEmpty()) {
      retire(lane);
    } else if (!closed) {
      schedule(lane, Duration.ZERO);
    }
    notifyAll();
  }

  private synchronized void failed(Lane lane, Throwable why) {
    lane.running = null;
    if (closed) {
      return;
    }
    if (isAbandoned(lane.shard)) {
      retire(lane);
      return;
    }
    lane.failures++;
    trouble.failed(lane.shard, why);
    schedule(lane, backoff.pause(lane.failures, random));
    notifyAll();
  }

  private void retire(Lane lane) {
    lanes.remove(lane.shard);
    trouble.ended(lane.shard);
    notifyAll();
  }

  private void schedule(Lane lane, Duration pause) {
    lane.scheduled = true;
    var _ = threads.schedule(() -> work(lane), pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// Returns the place of a task: the end, or before the first task of a later window. The
  /// compactor treats a window as closed if it finds a later one.
  @SuppressWarnings("ReferenceEquality")
  private static int place(Lane lane, BackupTask added) {
    OptionalLong window = added.window();
    for (int i = 0; i < lane.tasks.size() && window.isPresent(); i++) {
      BackupTask task = lane.tasks.get(i);
      if (task != lane.running
          && task.window().isPresent()
          && task.window().getAsLong() > window.getAsLong()) {
        return i;
      }
    }
    return lane.tasks.size();
  }

  /// An equal task may wait behind the running one.
  @SuppressWarnings("ReferenceEquality")
  private static void removeWaiting(Lane lane, Predicate<BackupTask> which) {
    lane.tasks.removeIf(task -> task != lane.running && which.test(task));
  }
}

package goku.cluster;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A thread that reads an entry of ZooKeeper when ZooKeeper reports a change, and at an interval in
/// case a report was lost. The entry is read on a thread of its own, because ZooKeeper's event
/// thread must not wait for ZooKeeper. `start` and `close` are called once. Thread-safe.
public final class EntryPoll implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EntryPoll.class);

  private final String path;
  private final Duration interval;
  private final Runnable look;
  private final CuratorCache cache;
  private final ScheduledExecutorService thread;

  /// Creates a poll that is not started.
  ///
  /// @param name the name of the thread
  /// @param interval the time between two reads, also the delay of a retry after a failure
  /// @param look reads the entry, and handles every failure
  public EntryPoll(
      ClusterClient cluster, String path, String name, Duration interval, Runnable look) {
    this.path = path;
    this.interval = interval;
    this.look = look;
    cache = CuratorCache.build(cluster.curator(), path, CuratorCache.Options.SINGLE_NODE_CACHE);
    thread =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name(name).factory());
  }

  /// Starts the thread.
  public void start() {
    cache.listenable().addListener((type, before, after) -> lookSoon());
    cache.start();
    var _ =
        thread.scheduleWithFixedDelay(
            look, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void lookSoon() {
    try {
      thread.execute(look);
    } catch (RejectedExecutionException closed) {
      LOG.debug("change ignored after close path={}", path, closed);
    }
  }

  public boolean isClosed() {
    return thread.isShutdown();
  }

  /// Interrupts a read that is in progress.
  @Override
  public void close() {
    cache.close();
    thread.shutdownNow();
  }

  /// Waits for a read that was in progress at the close. Returns whether it ended in time.
  public boolean awaitEnd(Duration timeout) throws InterruptedException {
    return thread.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }
}

package goku.shortterm;

import goku.shortterm.lifecycle.ShardLifecycle;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A timer that takes snapshots of the open shards, one after the other, repeatedly. One thread
/// calls `start` and `close`.
final class SnapshotTimer {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotTimer.class);

  private final ShardRegistry shards;
  private final Duration interval;
  private final Thread thread =
      Thread.ofPlatform().daemon().name("goku-short-snapshots").unstarted(this::run);

  SnapshotTimer(ShardRegistry shards, Duration interval) {
    this.shards = shards;
    this.interval = interval;
  }

  void start() {
    thread.start();
  }

  /// Stops. Shards take their own snapshot when they close.
  void close() {
    thread.interrupt();
  }

  private void run() {
    try {
      while (!Thread.interrupted()) {
        Thread.sleep(interval);
        for (ShardLifecycle shard : shards.all()) {
          takeSnapshot(shard);
        }
      }
    } catch (InterruptedException e) {
      // the service closes
    }
  }

  private static void takeSnapshot(ShardLifecycle shard) throws InterruptedException {
    try {
      shard.takeSnapshot();
    } catch (RuntimeException e) {
      LOG.error("snapshot failed shard={}", shard.shard().id(), e);
    }
  }
}

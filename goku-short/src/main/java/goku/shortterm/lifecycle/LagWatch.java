package goku.shortterm.lifecycle;

import goku.fault.TroubleLog;
import goku.model.ShardId;
import goku.shortterm.log.LogRange;
import goku.shortterm.recovery.LogEnds;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// A watch that queries the offsets of the open shards' logs repeatedly, and reports them to each
/// shard. A shard with an outstanding query is not queried again, and does not block others.
///
/// One thread calls `start` and `close`.
public final class LagWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LagWatch.class);

  private final LogEnds ends;
  private final Supplier<Collection<ShardLifecycle>> shards;
  private final Duration interval;
  private final LongSupplier nanoTime;

  /// The shards with an outstanding query.
  private final Set<ShardLifecycle> asked = ConcurrentHashMap.newKeySet();

  private final TroubleLog trouble = new TroubleLog(LOG, Level.WARN, "log end read failure", "");
  private final Set<ShardId> failing = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;
  private final Thread thread =
      Thread.ofPlatform().daemon().name("goku-short-lag").unstarted(this::run);

  /// @param shards supplies the open shards
  /// @param interval the interval between queries
  /// @param nanoTime the same clock as that of the shards
  public LagWatch(
      LogEnds ends,
      Supplier<Collection<ShardLifecycle>> shards,
      Duration interval,
      LongSupplier nanoTime) {
    this.ends = ends;
    this.shards = shards;
    this.interval = interval;
    this.nanoTime = nanoTime;
  }

  public void start() {
    thread.start();
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }

  /// Queries once, without waiting for answers.
  void look() {
    Map<ShardId, ShardLifecycle> asking = new HashMap<>();
    Collection<ShardLifecycle> open = shards.get();
    failing.retainAll(open.stream().map(shard -> shard.shard().id()).toList());
    endIfNoneFails();
    for (ShardLifecycle shard : open) {
      if (asked.add(shard)) {
        asking.put(shard.shard().id(), shard);
      }
    }
    if (asking.isEmpty()) {
      return;
    }
    long before = nanoTime.getAsLong();
    Map<ShardId, CompletionStage<LogRange>> answers;
    try {
      answers = ends.ask(asking.keySet());
    } catch (RuntimeException failed) {
      asking.forEach((id, shard) -> answered(id, shard, failed));
      return;
    }
    answers.forEach(
        (id, answer) -> {
          ShardLifecycle shard = asking.get(id);
          if (shard != null) {
            var _ = answer.whenComplete((log, failed) -> answered(id, shard, log, before, failed));
          }
        });
  }

  private void run() {
    try {
      while (!Thread.interrupted()) {
        look();
        Thread.sleep(interval);
      }
    } catch (InterruptedException e) {
      // the service closes
    }
  }

  private void answered(
      ShardId id,
      ShardLifecycle shard,
      @Nullable LogRange log,
      long before,
      @Nullable Throwable failed) {
    if (log != null) {
      shard.logSeen(log, before);
    }
    answered(id, shard, failed);
  }

  private void answered(ShardId id, ShardLifecycle shard, @Nullable Throwable failed) {
    asked.remove(shard);
    if (failed != null) {
      failing.add(id);
      if (!closed) {
        // until then the lag of the shard grows
        trouble.begin("shard %s: %s".formatted(id, failed), null);
      }
    } else if (failing.remove(id)) {
      endIfNoneFails();
    }
  }

  private void endIfNoneFails() {
    if (failing.isEmpty()) {
      trouble.end();
    }
  }
}

package goku.longterm.bulkload;

import goku.model.ShardId;
import goku.tier.BucketKey;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// A queue of bucket downloads of all shards for a few threads: low tiers first, and within a tier
/// the newest first, so that the times next to those in memory arrive first. Thread-safe.
final class DownloadQueue implements AutoCloseable {
  /// A bucket of one shard.
  ///
  /// @param shard shard of GokuL
  record Item(ShardId shard, BucketKey bucket) {}

  /// @param done completed at the end of the work, with its exception if it failed
  private record Job(Item item, Runnable work, CompletableFuture<Void> done)
      implements Comparable<Job>, Runnable {
    private static final Comparator<Job> ORDER =
        Comparator.<Job>comparingInt(job -> job.item.bucket.tier())
            .thenComparing(
                Comparator.<Job>comparingLong(job -> job.item.bucket.startMillis()).reversed());

    @Override
    public int compareTo(Job other) {
      return ORDER.compare(this, other);
    }

    @Override
    public void run() {
      try {
        work.run();
        done.complete(null);
      } catch (Throwable failed) {
        done.completeExceptionally(failed);
      }
    }
  }

  private final ThreadPoolExecutor threads;

  // guarded by this
  private final Map<Item, CompletableFuture<Void>> waiting = new HashMap<>();
  private final Map<Item, Thread> running = new HashMap<>();

  DownloadQueue(int threads) {
    this.threads =
        new ThreadPoolExecutor(
            threads,
            threads,
            0,
            TimeUnit.SECONDS,
            new PriorityBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("goku-long-download-", 0).factory());
  }

  /// Schedules the work, unless the bucket is already waiting or running. The result completes with
  /// the work.
  synchronized CompletableFuture<Void> add(Item item, Runnable work) {
    CompletableFuture<Void> before = waiting.get(item);
    if (before != null) {
      return before;
    }
    var done = new CompletableFuture<Void>();
    waiting.put(item, done);
    threads.execute(new Job(item, () -> run(item, work, done), done));
    return done;
  }

  /// Drops waiting work of a shard, interrupts its running work and waits for its end.
  synchronized void cancel(ShardId shard) throws InterruptedException {
    running.forEach((item, thread) -> interrupt(item, thread, shard));
    var why = new CancellationException("shard %s is released".formatted(shard));
    for (Item item : List.copyOf(waiting.keySet())) {
      if (item.shard().equals(shard) && !running.containsKey(item)) {
        var done = waiting.remove(item);
        if (done != null) {
          done.completeExceptionally(why);
        }
      }
    }
    while (running.keySet().stream().anyMatch(item -> item.shard().equals(shard))) {
      wait();
    }
  }

  private static void interrupt(Item item, Thread thread, ShardId shard) {
    if (item.shard().equals(shard)) {
      thread.interrupt();
    }
  }

  private void run(Item item, Runnable work, CompletableFuture<Void> done) {
    synchronized (this) {
      if (done.isDone()) {
        return; // cancelled
      }
      running.put(item, Thread.currentThread());
    }
    try {
      work.run();
    } finally {
      ended(item);
    }
  }

  synchronized int size() {
    return waiting.size();
  }

  /// Drops waiting work, interrupts running work and waits for its end.
  @Override
  public void close() {
    threads.shutdownNow();
    try {
      // the caller closes the databases afterwards
      while (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void ended(Item item) {
    waiting.remove(item);
    running.remove(item);
    // an interrupt that was meant for this item must not end the next one
    if (Thread.interrupted() && threads.isShutdown()) {
      Thread.currentThread().interrupt();
    }
    notifyAll();
  }
}

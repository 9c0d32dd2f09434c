package goku.root.admission;

import goku.eventloop.EventLoop;
import goku.http.HttpError;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// A limit on concurrent queries with a bounded first-in, first-out queue. Thread-safe.
final class QueryQueue {
  private final int maxAtWork;
  private final int maxQueued;
  private final Duration timeout;
  private final AdmissionMetrics metrics;
  private final Semaphore places;
  private final AtomicInteger queued = new AtomicInteger();

  /// Creates an empty queue.
  ///
  /// @param timeout the longest time that a query is queued
  QueryQueue(AdmissionConfig config, Duration timeout, AdmissionMetrics metrics) {
    this.maxAtWork = config.concurrentQueries();
    this.maxQueued = config.maxQueuedQueries();
    this.timeout = timeout;
    this.metrics = metrics;
    places = new Semaphore(maxAtWork, true);
    metrics.gauge("queue", "queries in the queue", places::getQueueLength);
    metrics.gauge("running", "queries in progress", () -> maxAtWork - places.availablePermits());
  }

  /// Takes a permit, which `leave` returns. Returns whether the query had to wait.
  ///
  /// @throws HttpError 503 if the queue is full or the query timed out in the queue
  /// @throws InterruptedException if the client disconnected
  boolean enter() throws InterruptedException {
    // unlike `tryAcquire()`, this does not overtake queued queries
    if (places.tryAcquire(0, TimeUnit.NANOSECONDS)) {
      if (!EventLoop.isCurrent()) {
        countAtOnce();
      }
      return false;
    }
    EventLoop.leave();
    if (queued.incrementAndGet() > maxQueued) {
      queued.decrementAndGet();
      metrics.count(AdmissionOutcome.QUEUE_FULL);
      throw new HttpError(
          503,
          "cannot run the query: %d are in progress and %d are queued; retry later"
              .formatted(maxAtWork, maxQueued),
          "The limits are max-concurrent-queries and max-queued-queries of the root");
    }
    await();
    return true;
  }

  private void await() throws InterruptedException {
    long began = System.nanoTime();
    AdmissionOutcome outcome = AdmissionOutcome.GONE;
    try {
      boolean taken = places.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS);
      outcome = taken ? AdmissionOutcome.WAITED : AdmissionOutcome.TOO_LATE;
    } finally {
      queued.decrementAndGet();
      metrics.waited(System.nanoTime() - began);
      metrics.count(outcome);
    }
    if (outcome == AdmissionOutcome.TOO_LATE) {
      throw new HttpError(
          503,
          "cannot run the query: it waited %d s in the queue; retry later"
              .formatted(timeout.toSeconds()),
          ("%d queries were in progress all the time, the limit max-concurrent-queries of the root;"
                  + " the time in the queue counts against query-timeout")
              .formatted(maxAtWork));
    }
  }

  /// Counts a query that was admitted at once. A query on an event loop calls this at its end,
  /// because it may have to restart on a worker thread.
  void countAtOnce() {
    metrics.count(AdmissionOutcome.AT_ONCE);
  }

  void leave() {
    places.release();
  }
}

package goku.root.admission;

import goku.eventloop.EventLoop;
import goku.http.HttpError;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// Lets so many queries in at a time; some more wait, and are let in in the order in which they
/// came. Thread-safe.
final class QueryQueue {
  private final int maxAtWork;
  private final int maxQueued;
  private final Duration timeout;
  private final AdmissionMetrics metrics;
  private final Semaphore places;
  private final AtomicInteger queued = new AtomicInteger();

  /// @param timeout the longest that one waits
  QueryQueue(AdmissionConfig config, Duration timeout, AdmissionMetrics metrics) {
    this.maxAtWork = config.concurrentQueries();
    this.maxQueued = config.maxQueuedQueries();
    this.timeout = timeout;
    this.metrics = metrics;
    places = new Semaphore(maxAtWork, true);
    metrics.gauge("queue", "queries that wait for their turn", places::getQueueLength);
    metrics.gauge("running", "queries at work", () -> maxAtWork - places.availablePermits());
  }

  /// Takes a place, which `leave` gives back. False if that was to be had at once, true if it was
  /// waited for.
  ///
  /// @throws HttpError 503 if too many wait, or its time is over
  /// @throws InterruptedException when the client has gone
  boolean enter() throws InterruptedException {
    // unlike `tryAcquire()` it does not pass by those who wait
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
          "%d queries are at work and %d wait: try again later".formatted(maxAtWork, maxQueued),
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
          "The query waited %d s for its turn and was given up: try again later"
              .formatted(timeout.toSeconds()),
          ("%d queries were at work all the time, the limit max-concurrent-queries of the root; the"
                  + " time to wait counts against query-timeout")
              .formatted(maxAtWork));
    }
  }

  /// Of a query on an event loop this is known at its end: it may have to come again.
  void countAtOnce() {
    metrics.count(AdmissionOutcome.AT_ONCE);
  }

  void leave() {
    places.release();
  }
}

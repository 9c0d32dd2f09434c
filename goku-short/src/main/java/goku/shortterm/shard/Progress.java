package goku.shortterm.shard;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/// How far a shard is in its log. The writer advances and closes; any thread reads and waits. Costs
/// the writer no lock while nobody waits.
///
/// No wake-up is lost: who waits first counts itself and then looks at `done`, the writer first
/// changes `done` and then looks at the count.
final class Progress {
  private final Lock lock = new ReentrantLock();
  private final Condition advanced = lock.newCondition();
  private final AtomicInteger waiting = new AtomicInteger();
  private volatile long applied = -1;
  private volatile long done = -1;
  private volatile long recordMillis;
  private volatile boolean closed;

  /// The offset of the last record that was applied; -1 before the first.
  long applied() {
    return applied;
  }

  /// When that record was written to the log; 0 before the first.
  long recordMillis() {
    return recordMillis;
  }

  /// @param allDone whether nothing is left to do for the records up to the offset
  void advance(long offset, long recordMillis, boolean allDone) {
    this.recordMillis = recordMillis;
    applied = offset;
    settle(allDone);
  }

  /// Says whether anything is left to do for the records that were applied.
  void settle(boolean allDone) {
    if (allDone) {
      done = applied;
      wake();
    }
  }

  /// Waits until nothing is left to do up to the offset. False when the time was up, or the shard
  /// was closed, before that.
  boolean await(long offset, Duration timeout) throws InterruptedException {
    long nanosLeft = timeout.toNanos();
    waiting.incrementAndGet();
    lock.lockInterruptibly();
    try {
      while (done < offset && !closed && nanosLeft > 0) {
        nanosLeft = advanced.awaitNanos(nanosLeft);
      }
      return done >= offset && !closed;
    } finally {
      lock.unlock();
      waiting.decrementAndGet();
    }
  }

  void close() {
    closed = true;
    wake();
  }

  private void wake() {
    if (waiting.get() > 0) {
      lock.lock();
      try {
        advanced.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }
}

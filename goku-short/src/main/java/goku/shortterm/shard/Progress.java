package goku.shortterm.shard;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/// The position of a shard in its log. The writer advances and closes. Any thread reads and waits.
/// The writer needs no lock while nobody waits.
///
/// No wake-up is lost: a waiting thread first counts itself and then reads `done`, and the writer
/// first changes `done` and then reads the count.
final class Progress {
  private final Lock lock = new ReentrantLock();
  private final Condition advanced = lock.newCondition();
  private final AtomicInteger waiting = new AtomicInteger();
  private volatile long applied = -1;
  private volatile long done = -1;
  private volatile long recordMillis;
  private volatile boolean closed;

  /// Returns the offset of the last applied record; -1 before the first.
  long applied() {
    return applied;
  }

  /// Returns when that record was written to the log; 0 before the first.
  long recordMillis() {
    return recordMillis;
  }

  /// @param allDone whether no work is left for the records up to the offset
  void advance(long offset, long recordMillis, boolean allDone) {
    this.recordMillis = recordMillis;
    applied = offset;
    settle(allDone);
  }

  /// Reports whether work is left for the applied records.
  void settle(boolean allDone) {
    if (allDone) {
      done = applied;
      wake();
    }
  }

  /// Waits until no work is left up to the offset. Returns false if the time is up or the shard is
  /// closed before.
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

package goku.root.compacted;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// Up to where a topic is in memory. Thread-safe: one thread moves it, others wait for it.
public final class ReadPosition {
  /// Offset of the record to be read next; -1 before the topic has been read to its end once.
  /// Guarded by this.
  private long next = -1;

  /// Lower than before when the topic was made anew.
  synchronized void set(long offset) {
    next = offset;
    notifyAll();
  }

  /// Whether the topic has been read to its end once.
  public synchronized boolean known() {
    return next >= 0;
  }

  /// Returns whether the record at `offset` is in memory, at the latest after `limit`.
  public synchronized boolean awaitBehind(long offset, Duration limit) throws InterruptedException {
    long start = System.nanoTime();
    while (next <= offset) {
      long left = limit.toNanos() - (System.nanoTime() - start);
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }
}

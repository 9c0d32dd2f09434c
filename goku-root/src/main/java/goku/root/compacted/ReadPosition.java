package goku.root.compacted;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// The offset up to which a topic has been read into memory. Thread-safe: one thread advances the
/// position, others wait for it.
public final class ReadPosition {
  /// The offset of the next record; -1 before the topic has been read to its end once. Guarded by
  /// this.
  private long next = -1;

  /// Sets the position, which decreases if the topic was recreated.
  synchronized void set(long offset) {
    next = offset;
    notifyAll();
  }

  /// Returns whether the topic has been read to its end once.
  public synchronized boolean known() {
    return next >= 0;
  }

  /// Waits until the record at `offset` is in memory. Returns false if it is not within `limit`.
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

package goku.client;

import goku.client.LineBatches.Batch;
import goku.client.LossListener.Reason;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The lines that Kafka has not acknowledged, bounded by their bytes: lines that are gathered into
/// records, and lines of records that were sent. Thread-safe.
final class LineBuffer {
  private final LineBatches batches;
  private final long maxBytes;
  private final long maxWaitNanos;

  private final ReentrantLock lock = new ReentrantLock();

  /// Signalled when a record is ready earlier than expected.
  private final Condition work = lock.newCondition();

  /// Signalled when a record was delivered or lost.
  private final Condition room = lock.newCondition();

  // guarded by the lock, as all below
  private long bytes;
  private long delivered;
  private boolean closed;

  LineBuffer(ProducerOptions options) {
    batches = new LineBatches(options.recordBytes(), options.linger().toNanos());
    maxBytes = options.bufferBytes();
    maxWaitNanos = options.maxWait().toNanos();
  }

  /// Adds a line, waiting for room if configured. Returns null, or the reason why it was not added.
  @Nullable Reason add(byte[] line, int seriesHash) {
    if (!batches.fits(line)) {
      return Reason.TOO_LONG;
    }
    int charge = LineBatches.charge(line);
    lock.lock();
    try {
      boolean hasRoom = awaitRoom(charge);
      if (closed || !hasRoom) {
        return closed ? Reason.CLOSED : Reason.BUFFER_FULL;
      }
      bytes += charge;
      if (batches.add(line, seriesHash, System.nanoTime())) {
        work.signal();
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  private boolean awaitRoom(int wanted) {
    long left = maxWaitNanos;
    while (!closed && bytes + wanted > maxBytes) {
      if (left <= 0) {
        return false;
      }
      try {
        left = room.awaitNanos(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  /// Returns the next record as soon as one is ready.
  Batch take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      Batch batch = batches.next(System.nanoTime());
      while (batch == null) {
        awaitWork(batches.nanosUntilNext(System.nanoTime()));
        batch = batches.next(System.nanoTime());
      }
      return batch;
    } finally {
      lock.unlock();
    }
  }

  // the caller checks for ready records, however the wait ended
  @SuppressWarnings("WaitNotInLoop")
  private void awaitWork(long nanos) throws InterruptedException {
    work.awaitNanos(nanos);
  }

  /// Marks a taken record as delivered or lost.
  void ended(Batch batch, boolean wasDelivered) {
    lock.lock();
    try {
      bytes -= batch.charged();
      delivered += wasDelivered ? batch.lines() : 0;
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Makes all lines ready, and waits until all of them and all later ones are delivered or lost.
  /// Returns false if that takes too long.
  boolean awaitEmpty(Duration limit) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      batches.finish();
      work.signal();
      long left = limit.toNanos();
      while (bytes > 0 && left > 0) {
        left = room.awaitNanos(left);
      }
      return bytes == 0;
    } finally {
      lock.unlock();
    }
  }

  /// Rejects further lines, including those that wait for room.
  ///
  /// @return whether the buffer was open
  boolean close() {
    lock.lock();
    try {
      boolean first = !closed;
      closed = true;
      room.signalAll();
      return first;
    } finally {
      lock.unlock();
    }
  }

  /// Drops all lines that were not taken. Returns their number.
  int clear() {
    lock.lock();
    try {
      batches.finish();
      int lines = 0;
      Batch batch = batches.next(System.nanoTime());
      while (batch != null) {
        lines += batch.lines();
        bytes -= batch.charged();
        batch = batches.next(System.nanoTime());
      }
      room.signalAll();
      return lines;
    } finally {
      lock.unlock();
    }
  }

  long delivered() {
    lock.lock();
    try {
      return delivered;
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }
}

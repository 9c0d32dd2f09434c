package goku.http.answer;

import goku.eventloop.EventLoop;
import io.netty.channel.Channel;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A gate that blocks a writer while its client reads more slowly than it writes. The event loop
/// opens it when the channel becomes writable or is closed. A client that does not make the channel
/// writable for the patience is disconnected: its answer may pin memory that others wait for.
public final class WritableGate {
  private final Duration patience;
  private final Runnable tooSlow;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /// @param patience the longest wait of a writer
  /// @param tooSlow called before a client is disconnected
  public WritableGate(Duration patience, Runnable tooSlow) {
    this.patience = patience;
    this.tooSlow = tooSlow;
  }

  /// Waits for the client.
  ///
  /// @throws InterruptedIOException if the thread is interrupted, because the query was stopped
  void pass(Channel channel) throws IOException {
    if (channel.isActive() && !channel.isWritable()) {
      EventLoop.leave();
      try {
        if (!await(channel, patience) && channel.isActive()) {
          tooSlow.run();
          channel.close().awaitUninterruptibly();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while the client did not read the answer");
      }
    }
    if (!channel.isActive()) {
      throw new ClosedChannelException();
    }
  }

  /// Waits until the channel is writable, but not longer than the given time. Returns whether it
  /// is.
  public boolean await(Channel channel, Duration atMost) throws InterruptedException {
    lock.lock();
    try {
      long left = atMost.toNanos();
      while (channel.isActive() && !channel.isWritable() && left > 0) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
    return channel.isWritable();
  }

  /// Reports that the channel became writable or unwritable, or was closed.
  public void changed() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}

package goku.http.answer;

import goku.eventloop.EventLoop;
import io.netty.channel.Channel;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A gate that blocks a writer while its client reads more slowly than it writes. The event loop
/// opens it when the channel becomes writable or is closed.
public final class WritableGate {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  void pass(Channel channel) throws IOException {
    lock.lock();
    try {
      while (channel.isActive() && !channel.isWritable()) {
        EventLoop.leave();
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
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

package goku.http.answer;

import goku.eventloop.EventLoop;
import io.netty.channel.Channel;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Holds a blocking writer back while its client reads more slowly than it writes. The event loop
/// opens it when the channel becomes writable or goes away.
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

  /// The channel became writable, or not, or went away.
  public void changed() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}

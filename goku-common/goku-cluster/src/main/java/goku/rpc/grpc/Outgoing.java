package goku.rpc.grpc;

import goku.query.control.QueryControl;
import io.grpc.ServerCall;
import org.jspecify.annotations.Nullable;

/// The way of an answer to its client. The thread of the call sends; the connection says when there
/// is room for more, and that the client has gone.
final class Outgoing<Q, P> {
  /// What may wait in the connection until the thread of the call waits too.
  private static final int UNSENT_BYTES = 256 << 10;

  private final ServerCall<Q, P> call;

  // guarded by this
  private long credit = Long.MAX_VALUE;
  private boolean gone;
  private @Nullable Thread thread;
  private @Nullable QueryControl control;

  Outgoing(ServerCall<Q, P> call) {
    this.call = call;
    call.setOnReadyThreshold(UNSENT_BYTES);
  }

  /// This thread works for the call from now on, and is interrupted when its client has gone.
  synchronized void begin() throws InterruptedException {
    thread = Thread.currentThread();
    if (gone) {
      throw new InterruptedException("the client has gone");
    }
  }

  /// The thread works for the call no longer.
  synchronized void end() {
    thread = null;
    control = null;
  }

  /// So many bytes may be sent until the client allows more.
  synchronized void limit(long bytes) {
    credit = bytes;
  }

  /// The query ends when its client has gone.
  synchronized void stop(QueryControl query) throws InterruptedException {
    control = query;
    if (gone) {
      throw new InterruptedException("the client has gone");
    }
  }

  synchronized void allow(long bytes) {
    credit += bytes;
    notifyAll();
  }

  synchronized void ready() {
    notifyAll();
  }

  synchronized void cancel() {
    gone = true;
    notifyAll();
    if (control != null) {
      control.cancel("was given up by the root");
    } else if (thread != null) {
      thread.interrupt();
    }
  }

  /// Waits until the client has room, then sends. The part is bytes when it returns.
  ///
  /// @param bytes what it takes of the credit; it may take more than there is
  void send(P part, int bytes) throws InterruptedException {
    synchronized (this) {
      while (!gone && (credit <= 0 || !call.isReady())) {
        wait();
      }
      if (gone) {
        throw new InterruptedException("the client has gone");
      }
      credit -= bytes;
    }
    call.sendMessage(part);
  }
}

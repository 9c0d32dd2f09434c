package goku.rpc.grpc;

import goku.budget.BudgetExceededException;
import goku.query.control.QueryControl;
import io.grpc.ServerCall;
import org.jspecify.annotations.Nullable;

/// The sending side of an answer. The thread of the call sends. The connection signals when there
/// is room for more, and when the client has disconnected. The budget signals when it aborts the
/// call.
final class Outgoing<Q, P> {
  /// The maximum number of unsent bytes in the connection before the thread of the call waits.
  private static final int UNSENT_BYTES = 256 << 10;

  private final ServerCall<Q, P> call;
  private final String owner;

  // guarded by this
  private long credit = Long.MAX_VALUE;
  private boolean gone;
  private @Nullable BudgetExceededException aborted;
  private @Nullable Thread thread;
  private @Nullable QueryControl control;

  /// @param owner the client whose request the caller answers
  Outgoing(ServerCall<Q, P> call, String owner) {
    this.call = call;
    this.owner = owner;
    call.setOnReadyThreshold(UNSENT_BYTES);
  }

  String owner() {
    return owner;
  }

  /// Makes this the thread that works for the call, to be interrupted if the client disconnects.
  synchronized void begin() throws InterruptedException {
    thread = Thread.currentThread();
    if (gone) {
      throw new InterruptedException("the client has disconnected");
    }
  }

  /// Ends the thread's work for the call.
  synchronized void end() {
    thread = null;
    control = null;
  }

  /// Limits the bytes to send until the client allows more.
  synchronized void limit(long bytes) {
    credit = bytes;
  }

  /// Registers the query to cancel if the client disconnects.
  synchronized void stop(QueryControl query) throws InterruptedException {
    control = query;
    if (gone) {
      throw new InterruptedException("the client has disconnected");
    }
  }

  synchronized void allow(long bytes) {
    credit += bytes;
    notifyAll();
  }

  synchronized void ready() {
    notifyAll();
  }

  /// Ends the wait of the thread that sends, and sends nothing more.
  synchronized void abort(BudgetExceededException why) {
    aborted = why;
    notifyAll();
  }

  synchronized void cancel() {
    gone = true;
    notifyAll();
    if (control != null) {
      control.cancel("was cancelled by the root");
    } else if (thread != null) {
      thread.interrupt();
    }
  }

  /// Waits until the client has room, then sends. On return, the part has been serialized.
  ///
  /// @param bytes the credit that the part takes, which may exceed the remaining credit
  void send(P part, int bytes) throws InterruptedException {
    synchronized (this) {
      while (!gone && aborted == null && (credit <= 0 || !call.isReady())) {
        wait();
      }
      if (gone) {
        throw new InterruptedException("the client has disconnected");
      }
      if (aborted != null) {
        throw aborted;
      }
      credit -= bytes;
    }
    call.sendMessage(part);
  }
}

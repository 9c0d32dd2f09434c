package goku.rpc.grpc;

import goku.eventloop.EventLoop;
import goku.query.control.QueryControl;
import goku.query.control.QueryStoppedException;
import goku.rpc.proto.Wire;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// A queue of an answer's messages between the connection and the thread that reads them. Messages
/// count as memory of the query from their arrival until `release` after they were taken. The
/// node's credit bounds the queue.
final class ArrivedParts extends ClientCall.Listener<Wire.QueryPart> {
  /// The maximum delay in milliseconds until a cancellation by another thread is noticed.
  private static final long CHECK_MILLIS = 50;

  private final String address;
  private final QueryControl control;

  // guarded by this
  private final Deque<Wire.QueryPart> parts = new ArrayDeque<>();
  private @Nullable QueryStoppedException overLimit;
  private @Nullable Status status;
  private @Nullable Metadata trailers;
  private long waitingBytes;
  private long takenBytes;
  private boolean closed;

  ArrivedParts(String address, QueryControl control) {
    this.address = address;
    this.control = control;
  }

  void start(ClientCall<?, Wire.QueryPart> call) {
    call.start(this, CallOwner.headers());
    call.request(Integer.MAX_VALUE);
  }

  @Override
  public synchronized void onMessage(Wire.QueryPart part) {
    if (closed) {
      return;
    }
    parts.add(part);
    waitingBytes += part.getGroups().size();
    try {
      control.hold(part.getGroups().size());
    } catch (QueryStoppedException e) {
      overLimit = e;
    }
    notifyAll();
  }

  @Override
  public synchronized void onClose(Status status, @Nullable Metadata trailers) {
    this.status = status;
    this.trailers = trailers;
    notifyAll();
  }

  /// Returns the next message; null at the end of the answer.
  synchronized Wire.@Nullable QueryPart take() throws InterruptedException {
    while (parts.isEmpty() && status == null && overLimit == null) {
      EventLoop.leave();
      control.check();
      long left = Duration.ofNanos(control.remainingNanos()).toMillis() + 1;
      wait(Math.min(left, CHECK_MILLIS));
    }
    if (overLimit != null) {
      throw overLimit;
    }
    Wire.QueryPart part = parts.poll();
    if (part != null) {
      waitingBytes -= part.getGroups().size();
      takenBytes += part.getGroups().size();
    } else if (status != null && !status.isOk()) {
      RuntimeException failure = GrpcErrors.heard(address, status, trailers);
      control.check(); // the deadline has also passed here, and the root's message says more
      throw failure;
    }
    return part;
  }

  /// Releases the memory of taken messages, which the reader counts from now on.
  synchronized void release() {
    control.hold(-takenBytes);
    takenBytes = 0;
  }

  /// Releases all memory. Returns whether the node may still be working.
  synchronized boolean close() {
    if (closed) {
      return false;
    }
    closed = true;
    control.hold(-takenBytes - waitingBytes);
    takenBytes = 0;
    waitingBytes = 0;
    parts.clear();
    return status == null;
  }
}

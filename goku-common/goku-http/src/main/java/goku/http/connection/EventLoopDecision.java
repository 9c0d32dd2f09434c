package goku.http.connection;

import java.util.function.LongSupplier;

/// Decides whether the next request of a connection is tried on the event loop (`EventLoop`). It is
/// if the last answer took less than a millisecond and no recent try failed, because the work of a
/// failed try is lost. Used by the event loop only.
final class EventLoopDecision {
  static final long QUICK_NANOS = 1_000_000;

  /// Requests after a failed try of which none is tried.
  static final int PAUSE = 32;

  private final LongSupplier nanoTime;
  private long beganNanos;
  private boolean quick;
  private int pause;

  EventLoopDecision(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /// A request has come.
  void begin() {
    beganNanos = nanoTime.getAsLong();
  }

  boolean isExpected() {
    return quick && pause == 0;
  }

  /// The request was tried in vain.
  void failed() {
    pause = PAUSE + 1;
  }

  /// Its answer has left.
  void end() {
    quick = nanoTime.getAsLong() - beganNanos < QUICK_NANOS;
    pause = Math.max(0, pause - 1);
  }
}

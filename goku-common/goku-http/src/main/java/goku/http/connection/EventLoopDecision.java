package goku.http.connection;

import java.util.function.LongSupplier;

/// The decision whether the next request of a connection is tried on the event loop (`EventLoop`).
/// It is tried if the last answer took less than a millisecond and no recent try failed, because
/// the work of a failed try is lost. Event loop only.
final class EventLoopDecision {
  static final long QUICK_NANOS = 1_000_000;

  /// The number of requests after a failed try that are not tried.
  static final int PAUSE = 32;

  private final LongSupplier nanoTime;
  private long beganNanos;
  private boolean quick;
  private int pause;

  EventLoopDecision(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /// Reports the arrival of a request.
  void begin() {
    beganNanos = nanoTime.getAsLong();
  }

  boolean isExpected() {
    return quick && pause == 0;
  }

  /// Reports a failed try.
  void failed() {
    pause = PAUSE + 1;
  }

  /// Reports that the answer was sent.
  void end() {
    quick = nanoTime.getAsLong() - beganNanos < QUICK_NANOS;
    pause = Math.max(0, pause - 1);
  }
}

package goku.eventloop;

/// The shortcut for requests that run on the event loop that received them, because they are
/// expected to take less time than the hand-over to a worker thread and back.
///
/// All other connections of the loop wait meanwhile. A handler that is about to block, to run long
/// or to do something non-repeatable calls `leave`, which throws `NeedsThreadException`. The
/// request then restarts on a worker thread. Every method that blocks calls `leave` first if a
/// request can reach it from the event loop.
public final class EventLoop {
  private static final ScopedValue<Boolean> CURRENT = ScopedValue.newInstance();

  private EventLoop() {}

  /// Runs a request on this thread, which is that of an event loop. Returns false if the request
  /// needs a worker thread.
  public static boolean tryRun(Runnable request) {
    try {
      ScopedValue.where(CURRENT, true).run(request);
      return true;
    } catch (NeedsThreadException e) {
      return false;
    }
  }

  /// Returns whether this thread runs a request on an event loop.
  public static boolean isCurrent() {
    return CURRENT.isBound();
  }

  /// Leaves the event loop. Does nothing on another thread.
  ///
  /// @throws NeedsThreadException on an event loop; the request must have had no effect so far
  public static void leave() {
    if (isCurrent()) {
      throw new NeedsThreadException();
    }
  }
}

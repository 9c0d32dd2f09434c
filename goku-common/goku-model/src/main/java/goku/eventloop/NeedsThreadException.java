package goku.eventloop;

/// The event loop cannot answer a request. Thrown by `EventLoop.leave` before the request has had
/// any effect, so that it can restart on a worker thread. Not a failure, and not counted as one.
public final class NeedsThreadException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NeedsThreadException() {
    super("the request needs a worker thread", null, false, false);
  }
}

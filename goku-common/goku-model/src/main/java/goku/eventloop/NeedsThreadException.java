package goku.eventloop;

/// The signal that a request cannot be answered on the event loop. `EventLoop.leave` throws it
/// before the request has had any effect, so that the request can restart on a worker thread. It
/// does not count as a failure.
public final class NeedsThreadException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NeedsThreadException() {
    super("the request needs a worker thread", null, false, false);
  }
}

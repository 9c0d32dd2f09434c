package goku.http;

/// A request cannot be answered by the event loop; nothing has happened yet. It begins anew on a
/// thread of its own, so nobody counts this as a failure.
public final class NeedsThreadException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public NeedsThreadException() {
    super("not to be answered on the event loop", null, false, false);
  }
}

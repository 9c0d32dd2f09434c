package goku.rpc.wire;

import org.jspecify.annotations.Nullable;

/// What came from the other process cannot be read: it is cut off, of another version, or says what
/// cannot be.
public final class WireException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public WireException(String message) {
    this(message, null);
  }

  WireException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /// For a message whose fields contradict each other.
  static WireException of(String message, IllegalArgumentException cause) {
    return new WireException(message + " cannot be read: " + cause.getMessage(), cause);
  }
}

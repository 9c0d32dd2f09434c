package goku.rpc.wire;

import org.jspecify.annotations.Nullable;

/// Data of another process that cannot be read: truncated, of another version, or contradictory.
public final class WireException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public WireException(String message) {
    this(message, null);
  }

  WireException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /// Returns the exception for a message whose fields contradict each other.
  static WireException of(String message, IllegalArgumentException cause) {
    return new WireException("cannot read " + message + ": " + cause.getMessage(), cause);
  }
}

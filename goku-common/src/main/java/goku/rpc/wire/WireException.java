package goku.rpc.wire;

import org.jspecify.annotations.Nullable;

/// What came from the other process cannot be read: it is cut off, or of another version.
public final class WireException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public WireException(String message) {
    this(message, null);
  }

  WireException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

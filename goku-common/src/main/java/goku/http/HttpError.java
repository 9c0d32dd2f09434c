package goku.http;

import org.jspecify.annotations.Nullable;

/// Something that the client did or must know, with the status that says so. The message names the
/// field and the limit.
public final class HttpError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final @Nullable String details;

  public HttpError(int status, String message) {
    this(status, message, null);
  }

  public HttpError(int status, String message, @Nullable String details) {
    super(message);
    this.status = status;
    this.details = details;
  }

  public int status() {
    return status;
  }

  public @Nullable String details() {
    return details;
  }
}

package goku.http;

import goku.budget.BudgetExceededException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// An error or notice for the client, with its status. The message names the field and the limit.
public final class HttpError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final @Nullable String details;
  private final @Nullable Duration retryAfter;

  public HttpError(int status, String message) {
    this(status, message, null);
  }

  public HttpError(int status, String message, @Nullable String details) {
    this(status, message, details, null);
  }

  /// @param retryAfter when the client should retry, if that is known
  public HttpError(
      int status, String message, @Nullable String details, @Nullable Duration retryAfter) {
    super(message);
    this.status = status;
    this.details = details;
    this.retryAfter = retryAfter;
  }

  /// Returns the error of a request that may not hold more of the heap budget.
  public static HttpError of(BudgetExceededException refusal) {
    return new HttpError(refusal.retryable() ? 503 : 413, String.valueOf(refusal.getMessage()));
  }

  public int status() {
    return status;
  }

  public @Nullable String details() {
    return details;
  }

  /// Returns when the client should retry, or null if that is unknown.
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }
}

package goku.budget;

/// A refusal to let a request hold more bytes. The message names the budget, its limit and the
/// remedy.
public final class BudgetExceededException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean retryable;

  private BudgetExceededException(boolean retryable, String message) {
    super(message);
    this.retryable = retryable;
  }

  /// Returns the refusal of a request that would not fit into an empty budget.
  static BudgetExceededException tooLarge(Kind kind, long bytes, long limit) {
    return new BudgetExceededException(
        false,
        ("cannot hold %d bytes of %s for this request: the heap budget of all requests is %d"
                + " bytes; send smaller requests, or raise the heap (GOKU_HEAP)")
            .formatted(bytes, kind.word(), limit));
  }

  /// Returns the refusal of a request that may succeed once others have ended.
  static BudgetExceededException full(long limit) {
    return new BudgetExceededException(
        true,
        ("request aborted: requests hold the heap budget of %d bytes, and this is the newest one of"
                + " the client that holds most; send fewer requests at a time, retry later, or"
                + " raise the heap (GOKU_HEAP)")
            .formatted(limit));
  }

  /// Returns the refusal while aborted requests of others have not ended yet.
  static BudgetExceededException ending(long limit) {
    return new BudgetExceededException(
        true,
        ("request aborted: requests hold the heap budget of %d bytes, and those that were aborted"
                + " have not ended yet; retry later, or raise the heap (GOKU_HEAP)")
            .formatted(limit));
  }

  /// Returns the refusal of a thread that still works for a request that has ended.
  static BudgetExceededException ended() {
    return new BudgetExceededException(true, "the request has ended");
  }

  /// Returns whether the same request may succeed later.
  public boolean retryable() {
    return retryable;
  }
}

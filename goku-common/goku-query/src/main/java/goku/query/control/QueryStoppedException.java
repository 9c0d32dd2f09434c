package goku.query.control;

/// A query was ended before its answer was whole. The message says why, what the query had touched
/// by then, and what to do.
public final class QueryStoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// Why a query ends early.
  public enum Reason {
    SERIES,
    DATAPOINTS,
    /// It needs more memory than one query may have.
    MEMORY,
    /// All queries together need more memory than there is; asking again later can help.
    CROWDED,
    TIMEOUT,
    CANCELLED
  }

  private final Reason reason;

  public QueryStoppedException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}

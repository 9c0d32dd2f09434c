package goku.query.control;

/// A query that was stopped before its answer was complete. The message gives the reason, the work
/// done so far, and a remedy.
public final class QueryStoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// The reason why a query was stopped.
  public enum Reason {
    SERIES,
    DATAPOINTS,
    /// The query needs more memory than one query may use.
    MEMORY,
    /// All running queries together need more memory than available. Retrying later can help.
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

package goku.root.compacted.table;

/// An exception for a change of a table that was not made, or may not have been made. The message
/// gives the cause and the remedy.
public final class ChangeRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// The reason of the rejection.
  public enum Reason {
    /// The limit of the table is reached.
    FULL,
    TOO_LONG,
    /// Kafka did not accept or return the change in time. A later retry can succeed.
    UNAVAILABLE
  }

  private final Reason reason;

  ChangeRefusedException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}

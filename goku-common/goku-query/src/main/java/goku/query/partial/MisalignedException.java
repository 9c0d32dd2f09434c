package goku.query.partial;

/// A group whose series have different timestamps, so that states of different shards do not fit
/// together. The query must be repeated for series instead of states.
public final class MisalignedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MisalignedException(GroupKey key) {
    this("cannot merge states of group=%s: its series differ in timestamps".formatted(key.tags()));
  }

  /// Creates the exception from another process' message.
  public MisalignedException(String message) {
    super(message);
  }
}

package goku.query.shard;

/// The failure to read data that another replica, or this one later, may have.
public abstract class UnavailableDataException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  protected UnavailableDataException(String message) {
    super(message);
  }
}

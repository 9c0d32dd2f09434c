package goku.query.partial;

/// Series of a group have timestamps of their own, so that states of different shards do not fit
/// together: the query has to be asked for series.
public final class MisalignedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MisalignedException(GroupKey key) {
    this("the series of the group %s have different timestamps".formatted(key.tags()));
  }

  /// The same as another process said it.
  public MisalignedException(String message) {
    super(message);
  }
}

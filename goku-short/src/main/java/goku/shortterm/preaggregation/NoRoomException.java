package goku.shortterm.preaggregation;

/// The error that there is no memory for more cells, so that the rule must be given up.
final class NoRoomException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NoRoomException() {
    super("the memory budget is used up", null, false, false);
  }
}

package goku.shortterm.preaggregation;

/// There is no memory for more cells: the rule has to be given up.
final class NoRoomException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NoRoomException() {
    super("the memory budget is used up", null, false, false);
  }
}

package goku.shortterm.recovery;

/// The error that a shard does not fit into the space of the node. Its files are as before.
public final class NoSpaceException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NoSpaceException() {
    super("no space for all of its series and datapoints");
  }
}

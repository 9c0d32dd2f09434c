package goku.compactor.transfer;

/// An exception for an output that exists, at least in part, with other content: another compactor
/// built it from other inputs, or a crashed one left it. The next generation is free.
public final class TakenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TakenException(String uri) {
    super("cannot upload object=" + uri + ": another compactor uploaded one of other inputs");
  }
}

package goku.compactor.transfer;

/// An exception for an input of a job that no longer exists: another compactor was faster, or GokuS
/// replaced it. The next round plans with the current objects.
public final class GoneException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  GoneException(String uri) {
    super("cannot read object=" + uri + ": the object no longer exists");
  }
}

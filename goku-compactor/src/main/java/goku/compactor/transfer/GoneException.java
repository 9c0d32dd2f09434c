package goku.compactor.transfer;

/// An object that a job was to read is not there any more: another compactor was faster, or GokuS
/// replaced it. The next round sees what there is now.
public final class GoneException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  GoneException(String uri) {
    super(uri + " is not there any more");
  }
}

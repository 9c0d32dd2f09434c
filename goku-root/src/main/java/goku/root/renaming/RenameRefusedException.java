package goku.root.renaming;

/// A rename that the names do not allow.
public final class RenameRefusedException extends Exception {
  private static final long serialVersionUID = 1;

  RenameRefusedException(String message) {
    super(message);
  }
}

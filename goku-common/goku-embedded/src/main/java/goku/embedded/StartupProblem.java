package goku.embedded;

/// The reason why this machine cannot run Goku now. The message is one line for the user, complete
/// without a stack trace, with the thing, the value, the limit and the remedy.
public final class StartupProblem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StartupProblem(String message) {
    super(message);
  }

  public StartupProblem(String message, Throwable cause) {
    super(message, cause);
  }
}

package goku.integration.programs.install;

/// Tells why a program cannot be started on this machine.
public final class NotInstalledException extends Exception {
  private static final long serialVersionUID = 1;

  private final String reason;

  public NotInstalledException(String reason) {
    super(reason);
    this.reason = reason;
  }

  public String reason() {
    return reason;
  }
}

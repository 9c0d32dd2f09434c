package goku.standalone.bench.wire;

import java.io.IOException;

/// The server answered, but not that it is done.
public final class StatusException extends IOException {
  private static final long serialVersionUID = 1;

  private final int status;

  StatusException(int status, String said) {
    super(status + ": " + said);
    this.status = status;
  }

  public int status() {
    return status;
  }
}

package goku.standalone.bench.wire;

import java.io.IOException;

/// The error that a server answered a request with another status than 2xx.
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

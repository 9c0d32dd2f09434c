package goku.http.security;

import goku.http.LineHandler;
import java.time.Duration;

/// Puts a login before the handlers of another factory. Thread-safe.
///
/// @param refused told of each connection that did not log in, or is not let in any more
public record LoginFactory(
    Authenticator authenticator, LineHandler.Factory behind, Runnable refused)
    implements LineHandler.Factory {
  @Override
  public LineHandler open(String remote) {
    return new LoginLines(authenticator, behind.open(remote), refused);
  }

  @Override
  public Duration linger() {
    return behind.linger();
  }
}

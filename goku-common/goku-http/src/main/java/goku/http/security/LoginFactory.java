package goku.http.security;

import goku.http.LineHandler;
import java.time.Duration;

/// A factory that puts a login before the handlers of another factory. Thread-safe.
///
/// @param refused receives each connection that did not log in or is no longer admitted
public record LoginFactory(
    Authenticator authenticator, LineHandler.Factory behind, Runnable refused)
    implements LineHandler.Factory {
  @Override
  public LineHandler open(String remote) {
    return new LoginLines(authenticator, behind.open(remote), refused, remote);
  }

  @Override
  public Duration linger() {
    return behind.linger();
  }

  @Override
  public Duration patience() {
    return behind.patience();
  }
}

package goku.service;

import goku.telemetry.Check;

/// A service of a deployment, in its own process or together with others. One thread calls `start`
/// and `close` once each. Any thread calls `check`.
public interface Service extends AutoCloseable {
  /// Starts the service. `check` reports work that still has to complete.
  void start();

  /// Returns whether the service works, or why not.
  Check check();

  /// Stops without losing data.
  @Override
  void close();
}

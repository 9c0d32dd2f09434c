package goku.service;

import goku.telemetry.Check;

/// A service of a deployment, in a process of its own or beside others. `start` and `close` are
/// called once, by one thread; `check` by any thread.
public interface Service extends AutoCloseable {
  /// Begins to work. What is still on its way then, `check` tells.
  void start();

  /// Whether it does all it is there for, and why not.
  Check check();

  /// Stops, and loses nothing.
  @Override
  void close();
}

package goku.http.line;

/// The port's view of a connection with lines. Called by the thread of its lines or its event loop.
public interface Presence {
  /// Reports that lines are being handled.
  void busy();

  /// Reports that all lines that have arrived are handled. The connection may be closed to make
  /// room for others.
  void idle();

  /// Reports a connection that is closed because its first line did not arrive in time.
  void tooSlow();

  /// Reports a connection that is closed because the heap budget is full.
  void overBudget();
}

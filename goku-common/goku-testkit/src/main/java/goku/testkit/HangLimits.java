package goku.testkit;

import java.time.Duration;

/// Time limits that end a test that hangs. They are no requirements, so they are longer than a step
/// takes on a machine that is ten times slower than usual.
public final class HangLimits {
  /// The limit of a condition, of an answer or of the end of a thread.
  public static final Duration STEP = Duration.ofMinutes(2);

  /// The limit of the start or the end of a process.
  public static final Duration PROCESS = Duration.ofMinutes(5);

  private HangLimits() {}
}

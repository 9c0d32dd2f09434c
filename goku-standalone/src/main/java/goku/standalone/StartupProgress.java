package goku.standalone;

import java.io.PrintStream;
import java.time.Duration;
import java.time.InstantSource;

/// A report of the parts that have started, with their times. Thread-safe.
final class StartupProgress {
  private final PrintStream out;
  private final InstantSource clock;
  private final long startedMillis;

  StartupProgress(PrintStream out, InstantSource clock) {
    this.out = out;
    this.clock = clock;
    this.startedMillis = clock.millis();
  }

  /// Reports that a part has started.
  synchronized void done(String part) {
    long millis = Duration.ofMillis(clock.millis() - startedMillis).toMillis();
    out.printf("  %-12s %d.%d s%n", part, millis / 1000, millis % 1000 / 100);
  }

  synchronized void say(String text) {
    out.println(text);
  }
}

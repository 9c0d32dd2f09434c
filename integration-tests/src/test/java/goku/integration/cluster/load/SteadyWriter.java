package goku.integration.cluster.load;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/// A writer of some series that sends each step at its time, repeatedly until it is acknowledged.
/// After an outage it writes the missed steps. Counts failures.
public final class SteadyWriter implements AutoCloseable {
  private static final int MOST_STEPS = 40;
  private static final long PACE_NANOS = 50_000_000;
  private static final long RETRY_NANOS = 200_000_000;

  private final Written written;
  private final Sink sink;
  private final long firstStepNanos;
  private final AtomicInteger failures = new AtomicInteger();
  private final Thread thread;
  private volatile boolean stopped;
  private volatile String lastFailure = "";

  /// Starts writing.
  ///
  /// @param series the series; step n is due n steps from now, independent of its timestamp
  public SteadyWriter(KnownSeries series, Sink sink) {
    this(series, sink, 0);
  }

  /// Starts to write, at first many steps at once.
  ///
  /// @param stepsDue steps that are due at the start
  public SteadyWriter(KnownSeries series, Sink sink, int stepsDue) {
    firstStepNanos = System.nanoTime() - stepsDue * series.stepMillis() * 1_000_000;
    this.written = Written.nothingOf(series);
    this.sink = sink;
    this.thread = Thread.ofPlatform().name("write-" + series.metric()).start(this::run);
  }

  public Written written() {
    return written;
  }

  /// Returns the number of failed attempts.
  public int failures() {
    return failures.get();
  }

  public String lastFailure() {
    return lastFailure;
  }

  private void run() {
    int done = 0;
    while (!stopped) {
      int to = Math.min(stepsDue(), done + MOST_STEPS);
      done = to > done ? attempt(done, to) : done;
      LockSupport.parkNanos(PACE_NANOS); // paces the load; nothing is waited for
    }
  }

  /// Gives how many steps are acknowledged now.
  private int attempt(int done, int to) {
    written.sending(to);
    try {
      sink.send(written.series(), done, to);
      written.acknowledged(to);
      return to;
    } catch (Exception failed) {
      failures.incrementAndGet();
      lastFailure = failed.toString();
      LockSupport.parkNanos(RETRY_NANOS);
      return done;
    }
  }

  private int stepsDue() {
    long millis = (System.nanoTime() - firstStepNanos) / 1_000_000;
    return (int) (millis / written.series().stepMillis());
  }

  /// Ends after the attempt that is under way.
  public void stop() {
    stopped = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    stop();
    sink.close();
  }
}

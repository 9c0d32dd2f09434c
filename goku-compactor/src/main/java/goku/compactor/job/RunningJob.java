package goku.compactor.job;

import java.time.Duration;
import java.time.Instant;

/// The progress of a job. Written by the thread that runs it, read by any.
public final class RunningJob {
  /// The steps of a job.
  public enum Phase {
    FETCHING,
    WORKING,
    BRINGING
  }

  private final Task task;
  private final Instant started;
  private final long startNanos;
  private volatile Phase phase = Phase.FETCHING;
  private volatile long bytesRead;
  private volatile long series;
  private volatile long bytesWritten;
  private volatile long points;

  RunningJob(Task task, Instant started) {
    this.task = task;
    this.started = started;
    startNanos = System.nanoTime();
  }

  public Task task() {
    return task;
  }

  public Instant started() {
    return started;
  }

  /// Returns the time since the start.
  public Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  public Phase phase() {
    return phase;
  }

  /// Returns the fetched bytes of the inputs, of `task().job().inputBytes()`.
  public long bytesRead() {
    return bytesRead;
  }

  /// Returns the number of series written to the output so far.
  public long series() {
    return series;
  }

  /// Returns the uploaded bytes of the output.
  public long bytesWritten() {
    return bytesWritten;
  }

  /// Returns the number of datapoints of the output; 0 until the output is complete.
  public long points() {
    return points;
  }

  void phase(Phase next) {
    phase = next;
  }

  // only the thread of the job adds
  @SuppressWarnings("NonAtomicVolatileUpdate")
  void read(long bytes) {
    bytesRead += bytes;
  }

  void series(long done) {
    series = done;
  }

  // only the thread of the job adds
  @SuppressWarnings("NonAtomicVolatileUpdate")
  void wrote(long bytes) {
    bytesWritten += bytes;
  }

  void points(long made) {
    points = made;
  }
}

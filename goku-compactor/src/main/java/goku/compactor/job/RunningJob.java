package goku.compactor.job;

import java.time.Duration;
import java.time.Instant;

/// How far a job is. Written by the thread that runs it, read by any.
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

  /// How long it has run.
  public Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  public Phase phase() {
    return phase;
  }

  /// Bytes of its inputs that are here, of `task().job().inputBytes()`.
  public long bytesRead() {
    return bytesRead;
  }

  /// Series of the output so far.
  public long series() {
    return series;
  }

  /// Bytes of its output that are in S3.
  public long bytesWritten() {
    return bytesWritten;
  }

  /// Datapoints of the output; 0 until it is there.
  public long points() {
    return points;
  }

  void phase(Phase next) {
    phase = next;
  }

  // only its own thread adds
  @SuppressWarnings("NonAtomicVolatileUpdate")
  void read(long bytes) {
    bytesRead += bytes;
  }

  void series(long done) {
    series = done;
  }

  // only its own thread adds
  @SuppressWarnings("NonAtomicVolatileUpdate")
  void wrote(long bytes) {
    bytesWritten += bytes;
  }

  void points(long made) {
    points = made;
  }
}

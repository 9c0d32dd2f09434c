package goku.compactor.job;

import java.time.Duration;
import java.time.Instant;

/// A job that has finished.
///
/// @param task description of the task for people
public record FinishedJob(
    String task, Instant at, Duration took, long bytesRead, long bytesWritten, long points) {}

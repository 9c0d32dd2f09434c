package goku.compactor.job;

import java.time.Duration;
import java.time.Instant;

/// A job that was done.
///
/// @param task for people
public record FinishedJob(
    String task, Instant at, Duration took, long bytesRead, long bytesWritten, long points) {}

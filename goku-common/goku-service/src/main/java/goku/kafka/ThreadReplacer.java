package goku.kafka;

import goku.fault.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A handler that replaces failed stream threads without limit, because the usual cause is that
/// Kafka cannot be reached. Backs off while failures follow each other closely. Thread-safe.
public final class ThreadReplacer implements StreamsUncaughtExceptionHandler {
  /// The last failure and its time.
  public record Failure(Instant at, String message) {}

  private static final Logger LOG = LoggerFactory.getLogger(ThreadReplacer.class);
  private static final Backoff BACKOFF =
      new Backoff(Duration.ofMillis(100), Duration.ofSeconds(10));

  /// The distance from which on failures count as unrelated.
  private static final Duration CALM = Duration.ofMinutes(1);

  private final InstantSource clock;
  private final Consumer<Duration> sleep;
  private @Nullable Failure last;

  /// The number of failures in close succession.
  private int failures;

  /// Returns a replacer that lets the failed thread sleep.
  public static ThreadReplacer sleeping(InstantSource clock) {
    return new ThreadReplacer(clock, ThreadReplacer::sleep);
  }

  /// Creates a replacer that waits by `sleep`.
  ThreadReplacer(InstantSource clock, Consumer<Duration> sleep) {
    this.clock = clock;
    this.sleep = sleep;
  }

  @Override
  public StreamThreadExceptionResponse handle(Throwable exception) {
    Duration wait = record(exception);
    LOG.error("stream thread failed, replacing wait={}ms", wait.toMillis(), exception);
    sleep.accept(wait);
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  /// Returns the last failure if it was less than a minute ago.
  public synchronized Optional<Failure> recentFailure() {
    return Optional.ofNullable(last).filter(failure -> isRecent(failure, clock.instant()));
  }

  private synchronized Duration record(Throwable exception) {
    Instant now = clock.instant();
    boolean again = last != null && isRecent(last, now);
    failures = again ? failures + 1 : 1;
    Throwable cause = exception.getCause() == null ? exception : exception.getCause();
    last = new Failure(now, cause.toString());
    return BACKOFF.pause(failures);
  }

  private static boolean isRecent(Failure failure, Instant now) {
    return failure.at.plus(CALM).isAfter(now);
  }

  private static void sleep(Duration pause) {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

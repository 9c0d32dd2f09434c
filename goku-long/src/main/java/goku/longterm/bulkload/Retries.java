package goku.longterm.bulkload;

import goku.fault.Backoff;
import goku.tier.BucketKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The buckets that could not be loaded, with the time of their next try: the pause grows with each
/// failure. A bucket that is damaged in S3 is tried rarely. Thread-safe.
final class Retries {
  private record Failure(int count, Instant nextTry, boolean damaged, String message) {}

  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(5), Duration.ofMinutes(5));
  private static final Backoff OF_DAMAGED = new Backoff(Duration.ofMinutes(1), Duration.ofHours(1));

  /// The number of failures in a row after which the health check reports them.
  private static final int WORTH_A_COMPLAINT = 3;

  private final InstantSource clock;
  private final Map<BucketKey, Failure> failures = new HashMap<>();

  Retries(InstantSource clock) {
    this.clock = clock;
  }

  synchronized boolean isDue(BucketKey bucket) {
    Failure failure = failures.get(bucket);
    return failure == null || !clock.instant().isBefore(failure.nextTry);
  }

  /// Records a failure, and returns whether it is the first in a row.
  synchronized boolean failed(BucketKey bucket, Throwable why) {
    Failure before = failures.get(bucket);
    int count = before == null ? 1 : before.count + 1;
    boolean damaged = why instanceof DamagedBucketException;
    String message = why.getMessage() == null ? why.toString() : why.getMessage();
    Duration pause = (damaged ? OF_DAMAGED : BACKOFF).pause(count);
    Instant next = clock.instant().plus(pause);
    failures.put(bucket, new Failure(count, next, damaged, message));
    return before == null;
  }

  synchronized void succeeded(BucketKey bucket) {
    failures.remove(bucket);
  }

  /// Forgets all buckets that are no longer wanted.
  synchronized void retain(Collection<BucketKey> wanted) {
    failures.keySet().retainAll(wanted);
  }

  /// Returns a failure that needs attention; empty when there is none.
  synchronized Optional<String> complaint() {
    return failures.values().stream()
        .filter(failure -> failure.damaged || failure.count >= WORTH_A_COMPLAINT)
        .map(Failure::message)
        .sorted()
        .findFirst()
        .map(
            message ->
                failures.size() == 1
                    ? message
                    : "%d buckets cannot be loaded, one cause: %s"
                        .formatted(failures.size(), message));
  }
}

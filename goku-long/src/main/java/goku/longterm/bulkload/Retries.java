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

/// The buckets that could not be brought in, and when each is tried again: the longer it fails, the
/// later. One that is damaged in S3 is tried rarely. Thread-safe.
final class Retries {
  private record Failure(int count, Instant nextTry, boolean damaged, String message) {}

  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(5), Duration.ofMinutes(5));
  private static final Backoff OF_DAMAGED = new Backoff(Duration.ofMinutes(1), Duration.ofHours(1));

  /// What passes by itself within so many tries is nobody's concern.
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

  /// Whether this is the first time in a row.
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

  /// Forgets all others: nobody wants them any more.
  synchronized void retain(Collection<BucketKey> wanted) {
    failures.keySet().retainAll(wanted);
  }

  /// What somebody should look at; empty when there is nothing.
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
                    : "%d buckets cannot be brought in, one because %s"
                        .formatted(failures.size(), message));
  }
}

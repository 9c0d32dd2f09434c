package goku.ingest.routing;

import goku.ingest.parse.Datapoint;
import goku.ingest.parse.Reason;
import goku.ingest.parse.Rejection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Takes parsed datapoints into the batches of their shards, unless they lie outside of the time
/// window of their namespace. Owned by one thread.
public final class Intake {
  private final Router router;
  private final BatchAccumulator batches;
  private final InstantSource clock;
  private final long maxFutureMillis;
  private long nowMillis;

  /// An intake into the batches given.
  ///
  /// @param maxFuture how far ahead of the clock a datapoint may be
  public Intake(Router router, BatchAccumulator batches, InstantSource clock, Duration maxFuture) {
    this.router = router;
    this.batches = batches;
    this.clock = clock;
    this.maxFutureMillis = maxFuture.toMillis();
    begin();
  }

  /// Looks at the clock. To be called for every record, request or line before its datapoints.
  public void begin() {
    nowMillis = clock.millis();
  }

  /// Takes the datapoint and returns null, or says why not.
  public @Nullable Rejection take(Datapoint point) {
    Route route = router.route(point);
    long age = nowMillis - point.timestampMillis();
    if (age > route.backfillMillis()) {
      return tooOld(point, route);
    }
    if (-age > maxFutureMillis) {
      return tooNew(point);
    }
    batches.append(route, point);
    return null;
  }

  private Rejection tooOld(Datapoint point, Route route) {
    return new Rejection(
        Reason.TIMESTAMP_TOO_OLD,
        "Invalid timestamp %s: now it is %s, and namespace %s takes datapoints for %s only (backfill)"
            .formatted(
                Instant.ofEpochMilli(point.timestampMillis()),
                Instant.ofEpochMilli(nowMillis),
                route.namespace().name(),
                route.namespace().backfill()));
  }

  private Rejection tooNew(Datapoint point) {
    return new Rejection(
        Reason.TIMESTAMP_TOO_NEW,
        "Invalid timestamp %s: now it is %s, and datapoints may be ahead by %s only (max-future)"
            .formatted(
                Instant.ofEpochMilli(point.timestampMillis()),
                Instant.ofEpochMilli(nowMillis),
                Duration.ofMillis(maxFutureMillis)));
  }
}

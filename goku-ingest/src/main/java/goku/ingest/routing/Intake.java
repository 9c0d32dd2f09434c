package goku.ingest.routing;

import goku.ingest.parse.Datapoint;
import goku.ingest.parse.Reason;
import goku.ingest.parse.Rejection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Takes parsed datapoints into the batches of their shards, unless they lie outside of the time
/// window of their namespace. Owned by one thread.
public final class Intake {
  private final Supplier<Router> routers;
  private final BatchAccumulator batches;
  private final InstantSource clock;
  private final long maxFutureMillis;
  private Router router;
  private long nowMillis;

  /// An intake into the batches given.
  ///
  /// @param routers gives the router of the moment
  /// @param maxFuture how far ahead of the clock a datapoint may be
  public Intake(
      Supplier<Router> routers, BatchAccumulator batches, InstantSource clock, Duration maxFuture) {
    this.routers = routers;
    this.batches = batches;
    this.clock = clock;
    this.maxFutureMillis = maxFuture.toMillis();
    router = routers.get();
    batches.reroute(router);
    nowMillis = clock.millis();
  }

  /// Looks at the clock and at the router of the moment. To be called for every record, request or
  /// line before its datapoints.
  public void begin() {
    nowMillis = clock.millis();
    Router now = routers.get();
    if (now != router) {
      batches.reroute(now);
      router = now;
    }
  }

  /// Takes the datapoint and returns null, or says why not.
  ///
  /// @throws NoTopicException when it can be sent nowhere at present
  public @Nullable Rejection take(Datapoint point) {
    Route route = router.route(point);
    long age = nowMillis - point.timestampMillis();
    if (age > route.backfillMillis()) {
      return tooOld(point, route);
    }
    if (-age > maxFutureMillis) {
      return tooNew(point);
    }
    if (!route.topic().isReady()) {
      String refusal = route.topic().refusal();
      if (refusal != null) {
        return noTopic(route, refusal);
      }
    }
    batches.append(route, point);
    return null;
  }

  private static Rejection noTopic(Route route, String refusal) {
    return new Rejection(
        Reason.NO_TOPIC,
        "Namespace %s takes no datapoints: %s".formatted(route.namespace().name(), refusal));
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

package goku.ingest.routing;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.http.access.Caller;
import goku.ingest.parse.Datapoint;
import goku.ingest.parse.Reason;
import goku.ingest.parse.Rejection;
import goku.model.BlockRule;
import goku.model.Blocklist;
import goku.model.Live;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The entry of parsed datapoints into the batches of their shards. Rejects datapoints if the
/// caller may not write their namespace, if their metric is blocked, or if they lie outside of the
/// namespace's time window. Owned by one thread.
public final class Intake {
  private final Supplier<Router> routers;
  private final BatchAccumulator batches;
  private final InstantSource clock;
  private final long maxFutureMillis;
  private final Live<Blocklist> blocked;
  private Router router;
  private Blocklist blocklist = Blocklist.NONE;
  private Caller caller = Caller.current();
  private long nowMillis;

  /// Creates an intake into the given batches.
  ///
  /// @param routers supplies the current router
  /// @param maxFuture how far ahead of the clock a datapoint may be
  /// @param blocked metrics that are rejected, from the next `begin` on
  public Intake(
      Supplier<Router> routers,
      BatchAccumulator batches,
      InstantSource clock,
      Duration maxFuture,
      Live<Blocklist> blocked) {
    this.routers = routers;
    this.batches = batches;
    this.clock = clock;
    this.maxFutureMillis = maxFuture.toMillis();
    this.blocked = blocked;
    router = routers.get();
    batches.reroute(router);
    nowMillis = clock.millis();
    blocklist = blocked.current();
  }

  /// Reads the clock, the caller, the blocklist and the current router. Called for every record,
  /// request or line before its datapoints.
  public void begin() {
    nowMillis = clock.millis();
    caller = Caller.current();
    blocklist = blocked.current();
    Router now = routers.get();
    if (now != router) {
      batches.reroute(now);
      router = now;
    }
  }

  /// Accepts the datapoint and returns null, or returns the reason for the rejection.
  ///
  /// @throws NoTopicException if the topic does not exist yet
  public @Nullable Rejection take(Datapoint point) {
    NamespaceRoute route = router.route(point);
    if (!caller.writes(route.namespace().name())) {
      return forbidden(point);
    }
    if (!blocklist.isEmpty()) {
      BlockRule rule = blocklist.ruleOf(point.metric(), point.metricLength(), point.metricHash());
      if (rule != null) {
        return blocked(point, rule);
      }
    }
    long age = nowMillis - point.timestampMillis();
    if (age > route.backfillMillis()) {
      return tooOld(point, route);
    }
    if (route.isDropped(point.timestampMillis(), age)) {
      return dropped(point, route);
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

  /// The message omits the namespace, which the caller may not know.
  private Rejection forbidden(Datapoint point) {
    var metric = new String(point.metric(), 0, point.metricLength(), UTF_8);
    return new Rejection(
        Reason.FORBIDDEN,
        "metric '" + metric + "' is not for " + caller.name() + " to write (roles and namespaces)");
  }

  private static Rejection blocked(Datapoint point, BlockRule rule) {
    var metric = new String(point.metric(), 0, point.metricLength(), UTF_8);
    // not formatted: there may be one per datapoint
    return new Rejection(
        Reason.METRIC_BLOCKED,
        "metric '" + metric + "' is blocked by rule '" + rule.pattern() + "'");
  }

  private static Rejection noTopic(NamespaceRoute route, String refusal) {
    return new Rejection(
        Reason.NO_TOPIC,
        "Namespace %s takes no datapoints: %s".formatted(route.namespace().name(), refusal));
  }

  private Rejection tooOld(Datapoint point, NamespaceRoute route) {
    return invalidTimestamp(
        Reason.TIMESTAMP_TOO_OLD,
        point,
        "namespace %s takes datapoints for %s only (backfill)"
            .formatted(route.namespace().name(), route.namespace().backfill()));
  }

  private Rejection dropped(Datapoint point, NamespaceRoute route) {
    return invalidTimestamp(
        Reason.TIMESTAMP_TOO_OLD,
        point,
        "namespace %s takes datapoints from %s on, until it has kept them for a raised memory-ttl of %s"
            .formatted(
                route.namespace().name(),
                Instant.ofEpochMilli(route.keptFrom().getAsLong()),
                route.namespace().memoryTtl()));
  }

  private Rejection tooNew(Datapoint point) {
    return invalidTimestamp(
        Reason.TIMESTAMP_TOO_NEW,
        point,
        "datapoints may be ahead by %s only (max-future)"
            .formatted(Duration.ofMillis(maxFutureMillis)));
  }

  private Rejection invalidTimestamp(Reason reason, Datapoint point, String why) {
    return new Rejection(
        reason,
        "Invalid timestamp %s: now it is %s, and %s"
            .formatted(
                Instant.ofEpochMilli(point.timestampMillis()),
                Instant.ofEpochMilli(nowMillis),
                why));
  }
}

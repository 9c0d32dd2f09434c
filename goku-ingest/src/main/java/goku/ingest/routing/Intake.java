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

/// Takes parsed datapoints into the batches of their shards, unless who sends them may not write
/// their namespace, their metric is blocked, or they lie outside of the time window of their
/// namespace. Owned by one thread.
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

  /// An intake into the batches given.
  ///
  /// @param routers gives the router of the moment
  /// @param maxFuture how far ahead of the clock a datapoint may be
  /// @param blocked metrics that are refused, from the next `begin` on
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

  /// Looks at the clock, at who sends, at what is blocked and at the router of the moment. To be
  /// called for every record, request or line before its datapoints.
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

  /// Takes the datapoint and returns null, or says why not.
  ///
  /// @throws NoTopicException when it can be sent nowhere at present
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

  /// Without the name of the namespace, which is not theirs.
  private Rejection forbidden(Datapoint point) {
    var metric = new String(point.metric(), 0, point.metricLength(), UTF_8);
    return new Rejection(
        Reason.FORBIDDEN,
        "metric '" + metric + "' is not for " + caller.name() + " to write (roles and namespaces)");
  }

  private static Rejection blocked(Datapoint point, BlockRule rule) {
    var metric = new String(point.metric(), 0, point.metricLength(), UTF_8);
    // not formatted: there may be as many as there are datapoints
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

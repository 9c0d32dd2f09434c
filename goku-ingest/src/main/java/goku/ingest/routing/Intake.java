package goku.ingest.routing;

import goku.config.DurationText;
import goku.http.access.Caller;
import goku.ingest.parse.Datapoint;
import goku.ingest.parse.Reason;
import goku.ingest.parse.Rejection;
import goku.model.BlockRule;
import goku.model.Blocklist;
import goku.model.Live;
import goku.model.NameText;
import goku.model.StoredMetric;
import goku.model.WrittenRollup;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The entry of parsed datapoints into the batches of their shards. Rejects datapoints if the
/// caller may not write their namespace, if their metric is blocked, if they lie outside of the
/// namespace's time window, or if their series is new and over a limit. Stores renamed metrics
/// under their stored names, which limits therefore show. Owned by one thread.
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

  /// The time from which the age of datapoints counts against `backfill`.
  private long writtenMillis;

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
    writtenMillis = nowMillis;
    blocklist = blocked.current();
  }

  /// Begins a request or a line, whose datapoints are written now.
  public void begin() {
    begin(Long.MAX_VALUE);
  }

  /// Reads the clock, the caller, the blocklist and the current router. Called for every record,
  /// request or line before its datapoints.
  ///
  /// Records wait in Kafka while ingestors are down, for longer than `backfill` perhaps. The wait
  /// must not count as lateness of their datapoints.
  ///
  /// @param recordMillis when the record was written; a time ahead of the clock, or a negative one
  ///   of records without a time, counts as now
  public void begin(long recordMillis) {
    nowMillis = clock.millis();
    writtenMillis = recordMillis < 0 ? nowMillis : Math.min(recordMillis, nowMillis);
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
    WrittenRollup rollup = point.rollup();
    if (rollup != null && !route.keeps(rollup)) {
      return notKept(point, rollup, route);
    }
    if (writtenMillis - point.timestampMillis() > route.backfillMillis()) {
      return tooOld(point, route);
    }
    long age = nowMillis - point.timestampMillis();
    if (age > route.memoryTtlMillis()) {
      return expired(point, route);
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
    StoredMetric stored = router.renamed(point);
    if (stored != null) {
      if (stored.isPending()) {
        return reserved(point);
      }
      point.storeAs(stored);
    }
    point.mark();
    Rejection overLimit = route.overLimit(point); // the last check, see there
    if (overLimit == null) {
      batches.append(route, point);
    }
    return overLimit;
  }

  /// The message omits the namespace, which the caller may not know.
  private Rejection forbidden(Datapoint point) {
    var metric = NameText.text(point.metric(), 0, point.metricLength());
    return new Rejection(
        Reason.FORBIDDEN,
        "metric '" + metric + "' is not for " + caller.name() + " to write (roles and namespaces)");
  }

  private static Rejection blocked(Datapoint point, BlockRule rule) {
    var metric = NameText.text(point.metric(), 0, point.metricLength());
    // not formatted: there may be one per datapoint
    return new Rejection(
        Reason.METRIC_BLOCKED,
        "metric '" + metric + "' is blocked by rule '" + rule.pattern() + "'");
  }

  private static Rejection notKept(Datapoint point, WrittenRollup rollup, NamespaceRoute route) {
    var metric = NameText.text(point.metric(), 0, point.metricLength());
    return new Rejection(
        Reason.ROLLUP_INVALID,
        "Invalid interval (%s): namespace %s keeps %s; metric '%s' takes rollups of these intervals only"
            .formatted(
                DurationText.print(Duration.ofMillis(rollup.intervalMillis())),
                route.namespace().name(),
                route.rollups(),
                metric));
  }

  private static Rejection reserved(Datapoint point) {
    var metric = NameText.text(point.metric(), 0, point.metricLength());
    return new Rejection(
        Reason.METRIC_RESERVED,
        ("metric '%s' takes no datapoints, because another metric is being renamed to it; if this"
                + " lasts, repeat that rename")
            .formatted(metric));
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
        writtenMillis == nowMillis ? now() : "its record was written at " + utc(writtenMillis),
        "namespace %s takes datapoints for %s only (backfill)"
            .formatted(route.namespace().name(), route.namespace().backfill()));
  }

  private Rejection expired(Datapoint point, NamespaceRoute route) {
    return invalidTimestamp(
        Reason.TIMESTAMP_TOO_OLD,
        point,
        now(),
        "namespace %s keeps datapoints in memory for %s only (memory-ttl)"
            .formatted(route.namespace().name(), route.namespace().memoryTtl()));
  }

  private Rejection dropped(Datapoint point, NamespaceRoute route) {
    return invalidTimestamp(
        Reason.TIMESTAMP_TOO_OLD,
        point,
        now(),
        "namespace %s takes datapoints from %s on, until it has kept them for a raised memory-ttl of %s"
            .formatted(
                route.namespace().name(),
                utc(route.keptFrom().getAsLong()),
                route.namespace().memoryTtl()));
  }

  private Rejection tooNew(Datapoint point) {
    return invalidTimestamp(
        Reason.TIMESTAMP_TOO_NEW,
        point,
        now(),
        "datapoints may be ahead by %s only (max-future)"
            .formatted(Duration.ofMillis(maxFutureMillis)));
  }

  private String now() {
    return "now it is " + utc(nowMillis);
  }

  private static Instant utc(long millis) {
    return Instant.ofEpochMilli(millis);
  }

  private static Rejection invalidTimestamp(
      Reason reason, Datapoint point, String when, String why) {
    var metric = NameText.text(point.metric(), 0, point.metricLength());
    return new Rejection(
            reason,
            "Invalid timestamp %s: %s, and %s".formatted(utc(point.timestampMillis()), when, why))
        .ofMetric('"' + metric + '"');
  }
}

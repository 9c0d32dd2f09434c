package goku.root.routing;

import goku.model.Store;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/// The metrics of replica calls of one store. Thread-safe.
final class RoutingMetrics {
  private final Counter answered;
  private final Counter failed;
  private final Counter lost;
  private final Counter inZone;
  private final Counter outOfZone;
  private final Counter hedges;
  private final Counter failovers;
  private final Counter missing;

  RoutingMetrics(Store store, MeterRegistry registry) {
    String name =
        switch (store) {
          case SHORT_TERM -> "short";
          case LONG_TERM -> "long";
        };
    answered = attempts("answered", name, registry);
    failed = attempts("failed", name, registry);
    lost = attempts("lost", name, registry);
    inZone = calls("own", name, registry);
    outOfZone = calls("other", name, registry);
    hedges =
        Counter.builder("goku.root.routing.hedges")
            .description("calls that were made because a replica was silent for long")
            .tag("store", name)
            .register(registry);
    failovers =
        Counter.builder("goku.root.routing.failovers")
            .description("calls that were made because a replica failed or was behind")
            .tag("store", name)
            .register(registry);
    missing =
        Counter.builder("goku.root.routing.missing")
            .description("shards that no replica could answer for")
            .tag("store", name)
            .register(registry);
  }

  private static Counter attempts(String outcome, String store, MeterRegistry registry) {
    return Counter.builder("goku.root.routing.attempts")
        .description("calls to nodes by what became of them")
        .tag("store", store)
        .tag("outcome", outcome)
        .register(registry);
  }

  private static Counter calls(String zone, String store, MeterRegistry registry) {
    return Counter.builder("goku.root.routing.calls")
        .description("calls to nodes of the root's own zone and of others")
        .tag("store", store)
        .tag("zone", zone)
        .register(registry);
  }

  void called(boolean ownZone) {
    (ownZone ? inZone : outOfZone).increment();
  }

  void answered() {
    answered.increment();
  }

  void failed() {
    failed.increment();
  }

  /// Counts a call that was abandoned for the answer of another replica, or cancelled.
  void lost() {
    lost.increment();
  }

  void hedged() {
    hedges.increment();
  }

  void failedOver() {
    failovers.increment();
  }

  void missing(int shards) {
    missing.increment(shards);
  }
}

package goku.root.routing.choice;

import goku.fault.Backoff;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// One circuit breaker per node. A node that fails, or loses several hedged calls in a row, is
/// called after the other replicas while its breaker is open. After a pause a single call probes
/// the node. A success closes the breaker. Each failed probe doubles the pause. Thread-safe.
public final class CircuitBreakers {
  /// Hedged calls in a row that the fallback answered first. Fewer can be chance.
  private static final int MAX_LOSSES = 3;

  /// The shard map knows of a dead node after about the first pause.
  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(16));

  private final InstantSource clock;
  private final ConcurrentMap<String, Breaker> breakersByNode = new ConcurrentHashMap<>();

  /// @param losses hedged calls in a row that the node lost
  /// @param probes calls since the breaker tripped, including the one that tripped it; 0 if closed
  /// @param openUntilMillis the time of the next probe
  private record Breaker(int losses, int probes, long openUntilMillis) {
    private static final Breaker CLOSED = new Breaker(0, 0, Long.MIN_VALUE);

    boolean isTripped() {
      return probes > 0;
    }

    Breaker tripped(long nowMillis) {
      int failures = probes + 1;
      return new Breaker(losses, failures, nowMillis + BACKOFF.pause(failures).toMillis());
    }
  }

  public CircuitBreakers(InstantSource clock) {
    this.clock = clock;
  }

  public boolean isOpen(String node) {
    Breaker breaker = breakersByNode.get(node);
    return breaker != null && breaker.isTripped() && clock.millis() < breaker.openUntilMillis();
  }

  /// Notes a call to the node. If the call is a probe, the breaker stays open for all others.
  public void called(String node) {
    if (breakersByNode.containsKey(node)) {
      long now = clock.millis();
      breakersByNode.computeIfPresent(
          node,
          (name, breaker) ->
              breaker.isTripped() && now >= breaker.openUntilMillis()
                  ? breaker.tripped(now)
                  : breaker);
    }
  }

  public void succeeded(String node) {
    if (breakersByNode.containsKey(node)) {
      breakersByNode.remove(node);
    }
  }

  /// Notes that the node was unreachable or broke off.
  public void failed(String node) {
    long now = clock.millis();
    breakersByNode.merge(
        node, Breaker.CLOSED.tripped(now), (old, first) -> old.isTripped() ? old : first);
  }

  /// Notes that the fallback answered first, although it was called later.
  public void lostHedge(String node) {
    long now = clock.millis();
    breakersByNode.compute(
        node,
        (name, old) -> {
          Breaker breaker = old == null ? Breaker.CLOSED : old;
          if (breaker.isTripped()) {
            return breaker;
          }
          var more = new Breaker(breaker.losses() + 1, 0, breaker.openUntilMillis());
          return more.losses() < MAX_LOSSES ? more : more.tripped(now);
        });
  }
}

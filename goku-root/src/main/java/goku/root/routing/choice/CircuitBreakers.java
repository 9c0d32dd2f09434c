package goku.root.routing.choice;

import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// Which nodes failed or were slow a moment ago: they are asked after the others, until one call,
/// which is let through now and then, is answered. Thread-safe.
public final class CircuitBreakers {
  /// Calls in a row that another replica answered first; fewer can be chance.
  private static final int LOSSES = 3;

  /// The shard map knows of a dead node after about that time.
  private static final long FIRST_MILLIS = 1000;

  private static final int DOUBLINGS = 4;

  private final InstantSource clock;
  private final ConcurrentMap<String, Breaker> breakersByNode = new ConcurrentHashMap<>();

  /// @param losses calls in a row that it lost
  /// @param probes calls that it was let have since it is avoided, itself included; 0 when it is
  ///   not
  /// @param openUntilMillis until when it is avoided
  private record Breaker(int losses, int probes, long openUntilMillis) {
    private static final Breaker NONE = new Breaker(0, 0, Long.MIN_VALUE);

    boolean isTripped() {
      return probes > 0;
    }

    Breaker tripped(long nowMillis) {
      long pause = FIRST_MILLIS << Math.min(probes, DOUBLINGS);
      return new Breaker(losses, probes + 1, nowMillis + pause);
    }
  }

  public CircuitBreakers(InstantSource clock) {
    this.clock = clock;
  }

  public boolean isOpen(String node) {
    Breaker breaker = breakersByNode.get(node);
    return breaker != null && breaker.isTripped() && clock.millis() < breaker.openUntilMillis();
  }

  /// A call is made to the node. If that is to find out whether it is back, nobody else tries.
  public void called(String node) {
    if (breakersByNode.containsKey(node)) {
      long now = clock.millis();
      breakersByNode.computeIfPresent(
          node,
          (name, breaker) ->
              breaker.isTripped() && now >= breaker.openUntilMillis() ? breaker.tripped(now) : breaker);
    }
  }

  public void succeeded(String node) {
    if (breakersByNode.containsKey(node)) {
      breakersByNode.remove(node);
    }
  }

  /// It cannot be reached, or broke off.
  public void failed(String node) {
    long now = clock.millis();
    breakersByNode.merge(node, Breaker.NONE.tripped(now), (old, first) -> old.isTripped() ? old : first);
  }

  /// Another node, asked later, answered first.
  public void lostHedge(String node) {
    long now = clock.millis();
    breakersByNode.compute(
        node,
        (name, old) -> {
          Breaker breaker = old == null ? Breaker.NONE : old;
          if (breaker.isTripped()) {
            return breaker;
          }
          var more = new Breaker(breaker.losses() + 1, 0, breaker.openUntilMillis());
          return more.losses() < LOSSES ? more : more.tripped(now);
        });
  }
}

package goku.root.routing.choice;

import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// Which nodes failed or were slow a moment ago: they are asked after the others, until one call,
/// which is let through now and then, is answered. Thread-safe.
public final class NodeMemory {
  /// Calls in a row that another replica answered first; fewer can be chance.
  private static final int LOSSES = 3;

  /// The shard map knows of a dead node after about that time.
  private static final long FIRST_MILLIS = 1000;

  private static final int DOUBLINGS = 4;

  private final InstantSource clock;
  private final ConcurrentMap<String, Trouble> troubles = new ConcurrentHashMap<>();

  /// @param losses calls in a row that it lost
  /// @param probes calls that it was let have since it is avoided, itself included; 0 when it is
  ///   not
  /// @param untilMillis until when it is avoided
  private record Trouble(int losses, int probes, long untilMillis) {
    private static final Trouble NONE = new Trouble(0, 0, Long.MIN_VALUE);

    boolean isTripped() {
      return probes > 0;
    }

    Trouble tripped(long nowMillis) {
      long pause = FIRST_MILLIS << Math.min(probes, DOUBLINGS);
      return new Trouble(losses, probes + 1, nowMillis + pause);
    }
  }

  public NodeMemory(InstantSource clock) {
    this.clock = clock;
  }

  public boolean isSuspect(String node) {
    Trouble trouble = troubles.get(node);
    return trouble != null && trouble.isTripped() && clock.millis() < trouble.untilMillis();
  }

  /// A call is made to the node. If that is to find out whether it is back, nobody else tries.
  public void asked(String node) {
    if (troubles.containsKey(node)) {
      long now = clock.millis();
      troubles.computeIfPresent(
          node,
          (name, trouble) ->
              trouble.isTripped() && now >= trouble.untilMillis() ? trouble.tripped(now) : trouble);
    }
  }

  public void answered(String node) {
    if (troubles.containsKey(node)) {
      troubles.remove(node);
    }
  }

  /// It cannot be reached, or broke off.
  public void failed(String node) {
    long now = clock.millis();
    troubles.merge(node, Trouble.NONE.tripped(now), (old, first) -> old.isTripped() ? old : first);
  }

  /// Another node, asked later, answered first.
  public void lost(String node) {
    long now = clock.millis();
    troubles.compute(
        node,
        (name, old) -> {
          Trouble trouble = old == null ? Trouble.NONE : old;
          if (trouble.isTripped()) {
            return trouble;
          }
          var more = new Trouble(trouble.losses() + 1, 0, trouble.untilMillis());
          return more.losses() < LOSSES ? more : more.tripped(now);
        });
  }
}

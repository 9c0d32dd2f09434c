package goku.cluster.controller;

import goku.cluster.map.Spectator;
import goku.fault.TroubleLog;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.model.Store;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The leading controller's watch for shards with fewer replicas than wanted. Logs the begin and
/// end, and counts the missing replicas as `goku.cluster.replicas.missing`. Owned by one thread;
/// the gauge may be read by any.
///
/// A shard of GokuS has a replica in each zone with a node of GokuS that this controller has seen
/// since it leads. A shard of GokuL has as many as `placement.long-replicas`.
final class MissingReplicas {
  private static final Logger LOG = LoggerFactory.getLogger(MissingReplicas.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /// The time for which replicas must be missing. A new leader has not polled all nodes yet.
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final int longReplicas;
  private final LongSupplier nanoTime;
  private final Set<String> zones = new TreeSet<>();
  private final TroubleLog trouble = new TroubleLog(LOG, Level.WARN, "lack of replicas", "");
  private long lookedNanos;
  private long completeNanos;
  private volatile long count;

  /// A shard with too few replicas.
  private record Lacking(Store store, ShardId shard, int found, int wanted) {
    @Override
    public String toString() {
      return "shard %s:%s has %d of %d replicas".formatted(store.label(), shard, found, wanted);
    }
  }

  /// @param longReplicas the wanted replicas of a shard of GokuL
  MissingReplicas(int longReplicas, LongSupplier nanoTime, MeterRegistry registry) {
    this.longReplicas = longReplicas;
    this.nanoTime = nanoTime;
    completeNanos = nanoTime.getAsLong();
    lookedNanos = completeNanos - LOOK_EVERY.toNanos();
    Gauge.builder("goku.cluster.replicas.missing", () -> count)
        .description("missing replicas of shards; 0 if this process does not lead")
        .register(registry);
  }

  /// Compares the replicas that the spectator knows with the wanted ones. Looks at most every
  /// second.
  void tend(Namespaces namespaces, Spectator spectator) {
    if (nanoTime.getAsLong() - lookedNanos < LOOK_EVERY.toNanos()) {
      return;
    }
    lookedNanos = nanoTime.getAsLong();
    zones.addAll(spectator.zones(Store.SHORT_TERM));
    look(
        namespaces,
        Map.of(
            Store.SHORT_TERM, spectator.replicas(Store.SHORT_TERM),
            Store.LONG_TERM, spectator.replicas(Store.LONG_TERM)),
        zones.size());
  }

  void look(Namespaces namespaces, Map<Store, Map<ShardId, Integer>> replicas, int shortReplicas) {
    List<Lacking> all = new ArrayList<>();
    replicas.forEach(
        (store, found) -> {
          int wanted = store == Store.SHORT_TERM ? shortReplicas : longReplicas;
          namespaces.all().stream()
              .flatMap(namespace -> namespace.shards(store))
              .map(shard -> new Lacking(store, shard, found.getOrDefault(shard, 0), wanted))
              .filter(one -> one.found < one.wanted)
              .forEach(all::add);
        });
    long now = nanoTime.getAsLong();
    if (all.isEmpty()) {
      completeNanos = now;
      count = 0;
      trouble.end();
    } else if (now - completeNanos >= PATIENCE.toNanos()) {
      count = all.stream().mapToLong(one -> one.wanted - one.found).sum();
      trouble.begin("%s, replicas missing in total: %d".formatted(all.getFirst(), count), null);
    }
  }

  /// Forgets the zones when this controller no longer leads. Another one watches them.
  void rest() {
    zones.clear();
    completeNanos = nanoTime.getAsLong();
    count = 0;
    trouble.end();
  }
}

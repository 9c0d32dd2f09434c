package goku.simulation;

import static goku.simulation.World.HOUR;

import goku.model.Holes;
import goku.model.Namespace;
import goku.model.ShardId;
import goku.model.TimeRange;
import goku.root.planning.Boundary;
import goku.root.planning.Holdings;
import goku.root.planning.StoreSplit;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The check of a root's answers. A root asks GokuL for all before the boundary that it finds from
/// what the replicas state, and GokuS for the rest. Each acknowledged datapoint is exact in the
/// store that is asked, or that store marks its time.
final class RootCheck {
  /// The errors of the clocks of roots.
  private static final List<Long> SKEWS =
      List.of(0L, -3 * HOUR, -15 * World.MINUTE, 15 * World.MINUTE, 3 * HOUR);

  /// The permission for deleted datapoints to come back from GokuL after the log lost records. A
  /// replica that lacks them deletes nothing, writes no next file, and drops the window once the
  /// tiers have the file of another replica: about one of ten thousand schedules.
  private static final boolean LOST_RECORDS_UNDO_DELETES = true;

  private final World world;
  private final List<Replica> replicas;
  private final Tiers tiers;

  RootCheck(World world, List<Replica> replicas, Tiers tiers) {
    this.world = world;
    this.replicas = replicas;
    this.tiers = tiers;
  }

  /// Fails unless the part of GokuL is exact or marked, for roots with right and wrong clocks.
  /// `ReplicaCheck` does so for the part of GokuS.
  void check() {
    Namespace namespace = world.namespace();
    if (namespace.disk().isEmpty()) {
      return;
    }
    long begin = world.keptOnDiskFrom();
    Map<String, Double> found = tiers.content();
    for (StoreSplit split : splits(namespace)) {
      if (begin < split.atMillis()) {
        check(split, begin, found);
      }
    }
  }

  private void check(StoreSplit split, long begin, Map<String, Double> found) {
    world
        .reference
        .series()
        .forEach(
            (name, points) ->
                points
                    .subMap(begin, split.atMillis())
                    .forEach(
                        (time, states) ->
                            check(split, name, time, states, found.get(time + " " + name))));
  }

  private void check(
      StoreSplit split,
      String name,
      long time,
      List<Reference.State> states,
      @Nullable Double found) {
    Holes holes = split.relevant(tiers.holes());
    boolean isMarked = holes.overlap(new TimeRange(time, time));
    boolean isLost =
        (world.isLossUnbounded && states.getLast().offset() < world.lostBefore)
            || world.wasAcceptedBlindly(states.getLast().offset())
            || (LOST_RECORDS_UNDO_DELETES
                && world.hasLostRecords
                && states.getLast().value() == null);
    if (isMarked
        || Reference.accepts(states, isLost ? -1 : Long.MAX_VALUE, found)
        || (found != null && world.reference.wasFormer(name, time, found))) {
      return;
    }
    throw new Violation(
        "a root that asks GokuL before %s finds %s at %s of %s, expected the last of %s; holes %s, %s"
            .formatted(
                Instant.ofEpochMilli(split.atMillis()),
                found,
                Instant.ofEpochMilli(time),
                name,
                states,
                holes,
                health()));
  }

  private Set<StoreSplit> splits(Namespace namespace) {
    var here = new ShardHealth(namespace.shard(0), ShardState.SERVING, 0, tiers.outside());
    List<goku.rpc.Replica> shortTerm = health().stream().map(RootCheck::replica).toList();
    List<goku.rpc.Replica> longTerm = List.of(replica(here));
    var holdings = new Holdings(_ -> shortTerm, _ -> longTerm);
    Set<StoreSplit> splits = new LinkedHashSet<>();
    for (long skew : SKEWS) {
      var clock = InstantSource.fixed(Instant.ofEpochMilli(world.millis() + skew));
      splits.add(new Boundary(clock, holdings).of(namespace));
    }
    return splits;
  }

  /// Returns the health in the shard map.
  private List<ShardHealth> health() {
    List<ShardHealth> all = new ArrayList<>();
    for (Replica replica : replicas) {
      if (replica.isOpen()) {
        ShardHealth health = replica.process().life().health();
        world.stated.heard(replica.name, health);
        all.add(health);
      }
    }
    Set<ShardId> available =
        all.stream()
            .filter(health -> health.state() != ShardState.UNAVAILABLE)
            .map(ShardHealth::shard)
            .collect(Collectors.toSet());
    world.stated.others(available, (_, health) -> all.add(health));
    return all;
  }

  private static goku.rpc.Replica replica(ShardHealth health) {
    return new goku.rpc.Replica("node", "zone", "address", health);
  }
}

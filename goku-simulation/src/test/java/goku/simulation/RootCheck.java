package goku.simulation;

import static goku.simulation.World.HOUR;

import goku.model.Holes;
import goku.model.Namespace;
import goku.model.TimeRange;
import goku.root.planning.Boundary;
import goku.root.planning.Holdings;
import goku.root.planning.StoreSplit;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The check of a root's answers. A root asks GokuL for all before the boundary that it finds from
/// what the replicas state, and GokuS for the rest. Each acknowledged datapoint is exact in the
/// store that is asked, or that store marks its time.
final class RootCheck {
  private final World world;
  private final List<Replica> replicas;
  private final Tiers tiers;

  RootCheck(World world, List<Replica> replicas, Tiers tiers) {
    this.world = world;
    this.replicas = replicas;
    this.tiers = tiers;
  }

  /// Fails unless the part of GokuL is exact or marked. `ReplicaCheck` does so for that of GokuS.
  void check() {
    Namespace namespace = world.namespace();
    if (namespace.disk().isEmpty()) {
      return;
    }
    StoreSplit split = split(namespace);
    long boundary = split.atMillis();
    long begin = world.millis() - 120 * HOUR; // the last tier keeps a day more
    if (begin >= boundary) {
      return;
    }
    Map<String, Double> found = tiers.content();
    world
        .reference
        .series()
        .forEach(
            (name, points) ->
                points
                    .subMap(begin, boundary)
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
        states.getLast().offset() < world.lostBefore
            || (KnownFaults.LOST_RECORDS_UNDO_DELETES
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

  private StoreSplit split(Namespace namespace) {
    var here = new ShardHealth(namespace.shard(0), ShardState.SERVING, 0, tiers.outside());
    var holdings =
        new Holdings(
            _ -> health().stream().map(RootCheck::replica).toList(), _ -> List.of(replica(here)));
    return new Boundary(() -> Instant.ofEpochMilli(world.millis()), holdings).of(namespace);
  }

  private List<ShardHealth> health() {
    return replicas.stream()
        .filter(Replica::isOpen)
        .map(replica -> replica.process().life().health())
        .toList();
  }

  private static goku.rpc.Replica replica(ShardHealth health) {
    return new goku.rpc.Replica("node", "zone", "address", health);
  }
}

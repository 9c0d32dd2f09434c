package goku.simulation;

import static goku.simulation.World.HOUR;
import static goku.simulation.World.MINUTE;

import goku.compactor.SimulatedCompactor;
import goku.longterm.bulkload.SimulatedShard;
import goku.objectstore.ObjectStoreException;
import goku.testkit.disk.SimulatedDisk;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The way of datapoints from S3 to GokuL: a compactor, and a shard of GokuL.
final class Tiers {
  final ReplicaClock clock;
  private final World world;
  private final SimulatedDisk disk;
  private Lifeline lifeline = new Lifeline();
  private SimulatedCompactor compactor;
  private SimulatedShard shard;

  Tiers(World world) {
    this.world = world;
    clock = new ReplicaClock(world::millis);
    disk = new SimulatedDisk(world.random);
    compactor = compactor();
    shard = new SimulatedShard(world::namespace, world.s3.client(new Lifeline()));
  }

  /// Plans, runs jobs and removes what is due. Returns whether the compactor survived.
  boolean compact(int jobs) {
    clock.look(!world.s3.isAway());
    try {
      compactor.round();
      for (int i = 0; i < jobs && compactor.work(); i++) {
        // each job is the work
      }
    } catch (SimulatedCrash died) {
      // comes back at once, as it has no state
    }
    if (lifeline.isDead()) {
      disk.crash();
      compactor = compactor();
      return false;
    }
    return true;
  }

  void dieAfter(int operations) {
    lifeline.endAfter(operations);
  }

  void poll() {
    try {
      shard.poll(clock.earliest().instant());
    } catch (ObjectStoreException away) {
      // looks again later
    }
  }

  void loseDisk() {
    shard = new SimulatedShard(world::namespace, world.s3.client(new Lifeline()));
  }

  /// Fails unless GokuL has exactly the acknowledged datapoints of all windows that are certainly
  /// finalized, uploaded and compacted.
  void checkHealed() {
    long length = 6 * HOUR; // of the first tier
    long settled =
        world.millis() - world.namespace().backfill().toMillis() - 2 * HOUR - 30 * MINUTE;
    long end = Math.floorDiv(settled, length) * length;
    long begin = world.millis() - 120 * HOUR; // the last tier keeps a day more
    Map<String, Double> found = new TreeMap<>();
    shard.content().forEach(text -> found.putAll(TextMerger.parse(text)));
    Map<String, List<Reference.State>> expected = new TreeMap<>();
    world
        .reference
        .series()
        .forEach(
            (name, points) ->
                points
                    .subMap(begin, end)
                    .forEach((time, states) -> expected.put(time + " " + name, states)));
    expected.forEach((key, states) -> check(key, states, found.get(key)));
    found.forEach(
        (key, value) -> {
          long time = Long.parseLong(key.substring(0, key.indexOf(' ')));
          String name = key.substring(key.indexOf(' ') + 1);
          if (time < end
              && time >= begin
              && !expected.containsKey(key)
              && !world.reference.wasFormer(name, time, value)) {
            fail(key, value, List.of());
          }
        });
  }

  /// What the log lost may lack.
  private void check(String key, List<Reference.State> states, @Nullable Double found) {
    boolean isLost = states.getLast().offset() < world.lostBefore;
    if (!Reference.accepts(states, isLost ? -1 : Long.MAX_VALUE, found)) {
      fail(key, found, states);
    }
  }

  private void fail(String key, @Nullable Double found, List<Reference.State> expected) {
    String time =
        Instant.ofEpochMilli(Long.parseLong(key.substring(0, key.indexOf(' ')))).toString();
    throw new Violation(
        "GokuL %s %s%s: found %s, expected the last of %s; buckets %s, objects %s, trouble %s"
            .formatted(
                found == null ? "lacks" : "is wrong at",
                time,
                key.substring(key.indexOf(' ')),
                found,
                expected,
                shard.buckets(),
                world.s3.keys(),
                compactor.trouble()));
  }

  private SimulatedCompactor compactor() {
    clock.startProcess();
    lifeline = new Lifeline();
    disk.fail((operation, path) -> lifeline.operation(operation + " " + path));
    return new SimulatedCompactor(
        world.current,
        world.s3.client(lifeline),
        disk.root().resolve("jobs"),
        new TextMerger(),
        clock.earliest(),
        new SimpleMeterRegistry());
  }
}

package goku.simulation;

import goku.compactor.SimulatedCompactor;
import goku.longterm.bulkload.SimulatedShard;
import goku.model.Holes;
import goku.objectstore.ObjectStoreException;
import goku.testkit.disk.SimulatedDisk;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
    var removals = new RemovalCheck(world);
    try {
      compactor.round();
      for (int i = 0; i < jobs && compactor.work(); i++) {
        // each job is the work
      }
    } catch (SimulatedCrash died) {
      // comes back at once, as it has no state
    }
    removals.check();
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
      requireNoGap();
    } catch (ObjectStoreException away) {
      // looks again later
    }
  }

  /// Fails if the shard lacks what S3 has and the namespace keeps.
  private void requireNoGap() {
    List<String> gaps = shard.gaps(world.millis());
    if (!gaps.isEmpty() && !world.damages) {
      throw new Violation("GokuL lacks %s, has %s".formatted(gaps, shard.buckets()));
    }
  }

  void loseDisk() {
    shard = new SimulatedShard(world::namespace, world.s3.client(new Lifeline()));
  }

  /// Returns the values in GokuL by `<time> <series>`.
  Map<String, Double> content() {
    Map<String, Double> found = new TreeMap<>();
    shard.content().forEach(text -> found.putAll(TextMerger.parse(text)));
    return found;
  }

  /// Returns what GokuL states in the shard map that it does not have.
  Holes outside() {
    return shard.outside();
  }

  /// Returns what marks GokuL's answers.
  Holes holes() {
    return shard.holes();
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

package goku.simulation;

import static goku.simulation.World.HOUR;

import goku.compactor.SimulatedCompactor;
import goku.longterm.bulkload.SimulatedShard;
import goku.testkit.disk.SimulatedDisk;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/// A compactor and a shard of GokuL beside replicas whose files change. Neither dies.
final class FlippedTiers {
  private final World world;
  private final SimulatedCompactor compactor;
  private SimulatedShard shard;

  FlippedTiers(World world) {
    this.world = world;
    compactor =
        new SimulatedCompactor(
            world.current,
            world.s3.client(new Lifeline()),
            new SimulatedDisk(world.random).root().resolve("jobs"),
            new TextMerger(),
            new ReplicaClock(world::millis).earliest(),
            new SimpleMeterRegistry());
    shard = shard();
  }

  /// Compacts and loads all that is due.
  void round() {
    for (int i = 0; i < 2; i++) {
      compactor.round();
      while (compactor.work()) {
        // each job is the work
      }
    }
    shard.poll(Instant.ofEpochMilli(world.millis()));
  }

  void loseDisk() {
    shard = shard();
  }

  /// Fails unless GokuL has exactly the acknowledged datapoints of all windows that are certainly
  /// finalized, uploaded and compacted.
  ///
  /// @param mayBeMarked whether datapoints may be missing if an answer says so
  void check(boolean mayBeMarked) {
    long length = 6 * HOUR; // of the first tier
    long settled = world.millis() - world.namespace().backfill().toMillis() - 3 * HOUR;
    long end = Math.floorDiv(settled, length) * length;
    Map<String, Double> found = new TreeMap<>();
    shard.content().forEach(text -> found.putAll(TextMerger.parse(text)));
    Map<String, Double> expected = new TreeMap<>();
    world
        .reference
        .last(time -> time < end && !(mayBeMarked && shard.isMarked(time)))
        .forEach(
            (name, points) ->
                points.forEach((time, value) -> expected.put(time + " " + name, value)));
    found.keySet().removeIf(key -> !isBetween(key, end));
    Map<String, Double> wrong = new TreeMap<>(found);
    wrong.entrySet().removeAll(all().entrySet());
    Map<String, Double> missing = new TreeMap<>(expected);
    missing.entrySet().removeAll(found.entrySet());
    if (!wrong.isEmpty() || !missing.isEmpty()) {
      throw new Violation(
          "GokuL has wrong %s, lacks %s; buckets %s, objects %s, trouble %s"
              .formatted(
                  wrong, missing.keySet(), shard.buckets(), world.s3.keys(), compactor.trouble()));
    }
  }

  private Map<String, Double> all() {
    Map<String, Double> all = new TreeMap<>();
    world
        .reference
        .last(_ -> true)
        .forEach(
            (name, points) -> points.forEach((time, value) -> all.put(time + " " + name, value)));
    return all;
  }

  private static boolean isBetween(String key, long end) {
    return Long.parseLong(key.substring(0, key.indexOf(' '))) < end;
  }

  private SimulatedShard shard() {
    return new SimulatedShard(world::namespace, world.s3.client(new Lifeline()));
  }
}

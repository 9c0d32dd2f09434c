package goku.simulation;

import static goku.simulation.World.HOUR;
import static goku.simulation.World.MINUTE;

import goku.tier.TierKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// The life of a shard in which one byte of a file or object flips: some hours of datapoints, the
/// flip, three hours of rounds of all services, the loss of all disks, and queries of everything.
/// The same seed writes the same files.
final class FlipSimulation {
  /// Long enough for windows in all stages: in memory, in files, shuffled, in both tiers, and
  /// removed.
  private static final long BEFORE = 33 * HOUR;

  private static final long AFTER = 3 * HOUR;
  private static final long STEP = 30 * MINUTE;

  private final World world;
  private final List<Replica> replicas;
  private final FlippedTiers tiers;

  FlipSimulation(long seed) {
    world = new World(new SplittableRandom(seed), true);
    world.damages = true;
    replicas = List.of(new Replica("a", world), new Replica("b", world));
    tiers = new FlippedTiers(world);
  }

  /// Returns the sizes of all objects of S3 at the time of the flip, by key.
  static Map<String, Integer> objects(long seed) {
    var simulation = new FlipSimulation(seed);
    simulation.begin();
    Map<String, Integer> sizes = new TreeMap<>();
    simulation.world.s3.keys().forEach(key -> sizes.put(key, simulation.world.s3.size(key)));
    return sizes;
  }

  /// Returns the sizes of all files of the first replica at the time of the flip, by path.
  static Map<String, Integer> files(long seed) {
    var simulation = new FlipSimulation(seed);
    simulation.begin();
    Map<String, Integer> sizes = new TreeMap<>();
    try {
      for (Path file : simulation.first().disk.files()) {
        if (file.toString().endsWith(".goku")) {
          sizes.put(file.toString(), Math.toIntExact(Files.size(file)));
        }
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return sizes;
  }

  /// @throws Violation if an answer is wrong or incomplete, and not marked
  void run(Flip flip) {
    try {
      begin();
      if (flip.moment() == Flip.Moment.BEFORE_OPENING) {
        change(flip);
        replicas.forEach(Replica::open);
      } else {
        replicas.forEach(Replica::open);
        change(flip);
      }
      check();
      live(AFTER);
      checkHealed(flip);
      loseDisks();
      checkHealed(flip);
    } catch (Throwable failed) {
      var violation = new Violation("%s: %s".formatted(flip, failed));
      violation.initCause(failed);
      throw violation;
    } finally {
      replicas.forEach(Replica::discard);
    }
  }

  /// Writes and closes everything.
  private void begin() {
    live(BEFORE);
    replicas.forEach(Replica::close);
  }

  private Replica first() {
    return replicas.getFirst();
  }

  private void live(long millis) {
    for (long passed = 0; passed < millis; passed += STEP) {
      world.append(2, 0);
      world.advance(STEP);
      round();
      if (passed % HOUR == 0) {
        replicas.stream().filter(Replica::isOpen).forEach(FlipSimulation::snapshot);
      }
      check();
    }
  }

  private void round() {
    for (int i = 0; i < 2; i++) {
      replicas.forEach(FlipSimulation::round);
    }
    tiers.round();
  }

  private static void round(Replica replica) {
    if (!replica.isOpen()) {
      replica.open();
    }
    replica.round();
  }

  private static void snapshot(Replica replica) {
    var process = replica.process();
    process.guarded(
        () -> {
          process.requestSnapshot();
          process.tick();
          process.saveSnapshot();
        });
  }

  private void change(Flip flip) {
    try {
      Path file = first().disk.root().resolve(flip.place());
      switch (flip.of()) {
        case OBJECT -> world.s3.flip(flip.place(), flip.offset(), flip.bits());
        case OBJECT_NAME -> world.s3.rename(flip.place(), flip.changedName());
        case FILE -> first().disk.flip(file, flip.offset(), flip.bits());
        case FILE_NAME -> {
          Path changed = first().disk.root().resolve(flip.changedName());
          Files.createDirectories(changed.getParent());
          Files.move(file, changed);
        }
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void loseDisks() {
    for (Replica replica : replicas) {
      if (replica.isOpen()) {
        replica.kill();
      }
      replica.disk.lose();
    }
    tiers.loseDisk();
    replicas.forEach(Replica::open);
    for (int i = 0; i < 3; i++) {
      round();
    }
  }

  private void check() {
    replicas.stream()
        .filter(Replica::isOpen)
        .forEach(replica -> new ReplicaCheck(world, replica).check());
  }

  private void checkHealed(Flip flip) {
    replicas.forEach(replica -> new ReplicaCheck(world, replica).checkHealed());
    tiers.check(mayStayMarked(flip));
  }

  /// Returns whether no service has a good copy that it can tell from a removed one: of the files
  /// of a bucket of a tier, and of the name of its marker.
  private static boolean mayStayMarked(Flip flip) {
    return flip.place().startsWith("long/")
        && (flip.of() == Flip.Part.OBJECT_NAME || !flip.place().endsWith(TierKeys.MARKER));
  }
}

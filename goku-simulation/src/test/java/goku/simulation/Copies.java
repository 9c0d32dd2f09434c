package goku.simulation;

import goku.format.FormatException;
import goku.format.bucket.BucketFile;
import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotReader;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.Tier;
import goku.shortterm.files.FileNames;
import goku.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// The flips of bytes, and the good copies of the flipped files in S3 and on the disks of all
/// replicas. Where a fault destroys the last one, answers may stay marked. They may never be wrong.
final class Copies {
  private final World world;
  private final List<Replica> replicas;
  private final Path scratch =
      new SimulatedDisk(new SplittableRandom(1)).root().resolve("copy.goku");

  /// The names of bucket files of which a copy was flipped.
  private final Set<String> flipped = new HashSet<>();

  private boolean isSnapshotFlipped;

  /// The begins of windows of which the last good copy of a file is gone.
  private final Set<Long> destroyed = new HashSet<>();

  Copies(World world, List<Replica> replicas) {
    this.world = world;
    this.replicas = replicas;
  }

  /// Flips a byte of a file of a replica, drawn at random. Returns what was done.
  Optional<String> flipFile(Replica replica) {
    List<Path> files =
        replica.disk.files().stream().filter(file -> file.toString().endsWith(".goku")).toList();
    if (files.isEmpty()) {
      return Optional.empty();
    }
    Path file = files.get(world.random.nextInt(files.size()));
    int offset = world.random.nextInt(Math.max(1, content(replica, file).length));
    try {
      replica.disk.flipUnread(file, offset, 1 << world.random.nextInt(8));
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
    flipped(file.toString());
    return Optional.of("%s: byte %d of %s flipped".formatted(replica.name, offset, file));
  }

  /// Flips a byte of an object, drawn at random. Returns what was done.
  Optional<String> flipObject() {
    List<String> keys = world.s3.keys();
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    String key = keys.get(world.random.nextInt(keys.size()));
    int offset = world.s3.flip(key);
    flipped(key);
    return Optional.of("byte %d of object %s flipped".formatted(offset, key));
  }

  private void flipped(String place) {
    String name = place.substring(place.lastIndexOf('/') + 1);
    if (FileNames.parseBucket(name).isPresent()) {
      flipped.add(name);
    }
    isSnapshotFlipped |= name.startsWith("snapshot-");
    assess();
  }

  /// Finds what is destroyed, after a flip or the loss of a disk. A replica then begins with the
  /// first record of its log.
  void assess() {
    for (String name : flipped) {
      if (copies(name).noneMatch(this::isGoodBucket)) {
        destroyed.add(FileNames.parseBucket(name).orElseThrow().startMillis());
      }
    }
    boolean hasNoSnapshot = isSnapshotFlipped && copies("snapshot-").noneMatch(this::reachesTheLog);
    if (world.log.start() > 0 && (hasNoSnapshot || !destroyed.isEmpty())) {
      world.hasLostRecords = true;
      world.lostBefore = Math.max(world.lostBefore, world.log.start());
    }
  }

  /// Returns the marks that may stay.
  Holes lost() {
    long length = Tier.MEMORY_BUCKET.toMillis();
    return Holes.of(
        destroyed.stream()
            .sorted()
            .map(begin -> new Hole(begin, begin + length, HoleCause.DAMAGED))
            .toList());
  }

  /// Returns the copies whose names begin with a text.
  private Stream<byte[]> copies(String name) {
    Stream<byte[]> files =
        replicas.stream()
            .flatMap(
                replica ->
                    replica.disk.files().stream()
                        .filter(file -> String.valueOf(file.getFileName()).startsWith(name))
                        .map(file -> content(replica, file)));
    return Stream.concat(files, world.s3.contents("short/00000/" + name));
  }

  private static byte[] content(Replica replica, Path file) {
    try {
      return replica.disk.content(file);
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private boolean isGoodBucket(byte[] bytes) {
    try (BucketFile file = BucketFile.open(Files.write(scratch, bytes))) {
      file.verify();
      return true;
    } catch (FormatException damaged) {
      return false;
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /// Returns whether a snapshot is good and the log has all records after it.
  private boolean reachesTheLog(byte[] bytes) {
    try {
      Path file = Files.write(scratch, bytes);
      SnapshotReader.verify(file);
      SnapshotInfo info = SnapshotReader.info(file);
      return info.log().id().equals(world.log.id()) && info.offset() + 1 >= world.log.start();
    } catch (FormatException damaged) {
      return false;
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}

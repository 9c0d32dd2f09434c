package goku.simulation;

import goku.format.FormatException;
import goku.format.bucket.BucketFile;
import goku.format.snapshot.BucketReference;
import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotReader;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.Tier;
import goku.model.TimeRange;
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

  /// Finds what is destroyed, after a flip or the loss of a disk, and before a replica opens.
  /// Without a usable snapshot it begins with the first record of its log.
  void assess() {
    for (String name : flipped) {
      if (copies(name).noneMatch(this::isGoodBucket)) {
        destroyed.add(FileNames.parseBucket(name).orElseThrow().startMillis());
      }
    }
    boolean hasNoSnapshot =
        (isSnapshotFlipped || hasOldSnapshots()) && copies("snapshot-").noneMatch(this::isUsable);
    if (world.log.start() > 0 && (hasNoSnapshot || !destroyed.isEmpty())) {
      world.hasLostRecords = true;
      world.lostBefore = Math.max(world.lostBefore, world.log.start());
    }
  }

  /// Returns whether no replica took a snapshot for so long that files of the last one have
  /// expired. A replica whose clock is behind, or whose `memory-ttl` was raised, needs them.
  private boolean hasOldSnapshots() {
    return copies("snapshot-")
        .flatMap(bytes -> snapshot(bytes).stream())
        .flatMap(info -> info.buckets().stream())
        .anyMatch(this::isExpired);
  }

  private boolean isExpired(BucketReference bucket) {
    return world.hasExpired(bucket.startMillis() + Tier.MEMORY_BUCKET.toMillis());
  }

  /// Returns whether a replica can be restored from a snapshot.
  private boolean isUsable(byte[] bytes) {
    return snapshot(bytes)
        .filter(this::reachesTheLog)
        .filter(info -> info.buckets().stream().noneMatch(this::isExpiredAndGone))
        .isPresent();
  }

  private boolean isExpiredAndGone(BucketReference bucket) {
    String name = "bucket-%d-%d.goku".formatted(bucket.startMillis() / 1000, bucket.generation());
    return isExpired(bucket) && copies(name).findAny().isEmpty();
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

  /// Returns the windows of damaged files that no replica holds, and of which S3 has no complete
  /// good file. A copy that was good when the other one was flipped may be gone: with a disk, or
  /// because its replica lost records of the log and took an earlier snapshot, which does not name
  /// the file.
  Holes damagedEverywhere() {
    Holes everywhere = Holes.NONE;
    for (Replica replica : replicas) {
      for (Hole hole : holes(replica).only(HoleCause.DAMAGED).all()) {
        var window = new TimeRange(hole.startMillis(), hole.endMillis() - 1);
        boolean isMarked = replicas.stream().allMatch(each -> holes(each).overlap(window));
        if (isMarked && hasNoCompleteObject(hole.startMillis())) {
          everywhere = everywhere.plus(Holes.of(hole));
        }
      }
    }
    return everywhere;
  }

  private static Holes holes(Replica replica) {
    return replica.process().life().health().holes();
  }

  private boolean hasNoCompleteObject(long startMillis) {
    String window = "short/00000/bucket-%d-".formatted(startMillis / 1000);
    return world.s3.contents(window).noneMatch(this::isCompleteBucket);
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

  private boolean isCompleteBucket(byte[] bytes) {
    if (!isGoodBucket(bytes)) {
      return false;
    }
    try (BucketFile file = BucketFile.open(Files.write(scratch, bytes))) {
      return file.info().coverage().isComplete();
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /// Returns the description of a good snapshot.
  private Optional<SnapshotInfo> snapshot(byte[] bytes) {
    try {
      Path file = Files.write(scratch, bytes);
      SnapshotReader.verify(file);
      return Optional.of(SnapshotReader.info(file));
    } catch (FormatException damaged) {
      return Optional.empty();
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private boolean reachesTheLog(SnapshotInfo snapshot) {
    return snapshot.log().id().equals(world.log.id()) && snapshot.offset() + 1 >= world.log.start();
  }
}

package goku.shortterm.backup;

import goku.format.CorruptException;
import goku.format.snapshot.BucketReference;
import goku.format.snapshot.SnapshotInfo;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.Tier;
import goku.objectstore.StoredObject;
import goku.shortterm.files.BucketName;
import goku.shortterm.log.LogRange;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The search for snapshots of other replicas for a shard that lacks datapoints: a hole is filled
/// from the replica that has no hole, and a damaged file without a good copy is given up for the
/// snapshot of a replica that has its window. One thread checks.
///
/// A lack of memory cannot be cured in this way. A snapshot that was there when the shard was
/// opened was compared with the log then, so each snapshot causes at most one restore.
final class BetterSnapshots {
  private static final Logger LOG = LoggerFactory.getLogger(BetterSnapshots.class);

  private static final Comparator<Hole> BY_START = Comparator.comparingLong(Hole::startMillis);

  private final Destination from;
  private final BiPredicate<ShardInventory, BucketName> expired;

  /// @param expired tells whether the window of a file has expired
  BetterSnapshots(Destination from, BiPredicate<ShardInventory, BucketName> expired) {
    this.from = from;
    this.expired = expired;
  }

  /// @throws goku.objectstore.ObjectStoreException if S3 is unavailable
  void check(ShardInventory shard, Listing there) {
    Optional<Lack> lack = lack(shard);
    if (lack.isPresent()) {
      check(shard, lack.get(), there);
    }
  }

  private void check(ShardInventory shard, Lack lack, Listing there) {
    List<MappedBucket> lost = lostFiles(shard, there);
    if (curable(lack.holes()) == 0 && lost.isEmpty()) {
      return;
    }
    List<StoredObject> snapshots =
        there.snapshots().stream().flatMap(number -> there.snapshot(number).stream()).toList();
    for (StoredObject snapshot : snapshots) {
      if (shard.isExamined(snapshot) || !hasRoom(shard, snapshot)) {
        continue;
      }
      Optional<SnapshotInfo> other = read(shard, snapshot.key());
      shard.examined(snapshot);
      boolean replacesLost =
          other.isPresent() && !lost.isEmpty() && replaces(other.get(), lack, lost, shard, there);
      if (replacesLost) {
        // otherwise the shard would be restored from its own snapshot again
        lost.forEach(bucket -> giveUp(shard, bucket));
      }
      if (replacesLost || (other.isPresent() && isBetter(other.get(), lack))) {
        LOG.info(
            "better snapshot found, shard will be restored shard={} number={} holes={}",
            shard.id(),
            other.get().number(),
            other.get().holes());
        shard.foundBetterSnapshot();
        break;
      }
    }
    shard.forgetOtherSnapshots(snapshots);
  }

  /// Returns whether the disk has room for a snapshot. A shard that is opened again for one that it
  /// cannot store loses what only its memory has.
  private static boolean hasRoom(ShardInventory shard, StoredObject snapshot) {
    try {
      return Files.getFileStore(shard.files().directory()).getUsableSpace() > snapshot.bytes();
    } catch (IOException unknown) {
      return false;
    }
  }

  /// The times that a shard lacks, and its log.
  ///
  /// @param log the identity of the log
  record Lack(UUID log, Holes holes) {
    static Lack of(SnapshotInfo snapshot) {
      return new Lack(snapshot.log().id(), snapshot.holes());
    }
  }

  /// Returns what the shard lacks; empty if that is unknown. A shard that cannot take a snapshot of
  /// its log has none, or that of an earlier or unknown log.
  private static Optional<Lack> lack(ShardInventory shard) {
    Optional<Lack> own = shard.newestSnapshot().map(Lack::of);
    return shard
        .opened()
        .filter(opened -> !opened.log().equals(LogRange.UNKNOWN))
        .filter(opened -> own.map(Lack::log).filter(opened.log()::equals).isEmpty())
        .or(() -> own);
  }

  /// Returns whether a snapshot lacks something that another replica may have.
  static boolean isCurable(SnapshotInfo own) {
    return curable(own.holes()) > 0;
  }

  /// Returns whether another snapshot of the same log lacks less.
  static boolean isBetter(SnapshotInfo other, SnapshotInfo own) {
    return isBetter(other, Lack.of(own));
  }

  private static boolean isBetter(SnapshotInfo other, Lack own) {
    return other.log().id().equals(own.log()) && curable(other.holes()) < curable(own.holes());
  }

  /// Returns the damaged files of the shard that have no copy in S3. Another replica may have
  /// replaced them by later ones, or have others of the same name, to which its snapshots refer.
  private static List<MappedBucket> lostFiles(ShardInventory shard, Listing there) {
    return shard.held().stream()
        .filter(MappedBucket::isDamaged)
        .filter(
            bucket -> !there.buckets().contains(bucket.name()) || shard.isInConflict(bucket.name()))
        .toList();
  }

  /// Returns whether another snapshot has what is lost, and lacks less than that. All its files are
  /// there, except those of expired windows.
  private boolean replaces(
      SnapshotInfo other, Lack own, List<MappedBucket> lost, ShardInventory shard, Listing there) {
    Holes windows = Holes.of(lost.stream().map(BetterSnapshots::window).sorted(BY_START).toList());
    return other.buckets().stream().allMatch(file -> isThere(file, lost, shard, there))
        && other.log().id().equals(own.log())
        && hasWindows(other, windows)
        && curable(other.holes()) < curable(own.holes()) + windows.millis();
  }

  private boolean isThere(
      BucketReference file, List<MappedBucket> lost, ShardInventory shard, Listing there) {
    var name = new BucketName(file.startMillis(), file.generation());
    Optional<MappedBucket> same =
        lost.stream().filter(bucket -> bucket.name().equals(name)).findAny();
    return same.isPresent()
        ? same.get().checksum() != file.checksum() && there.buckets().contains(name)
        : shard.isHeld(name) || there.buckets().contains(name) || expired.test(shard, name);
  }

  /// Returns whether a snapshot has all of the windows. One that it has dropped is no hole of it.
  private static boolean hasWindows(SnapshotInfo other, Holes windows) {
    long from = windows.all().getFirst().startMillis();
    return other.state().filter(state -> state.oldestMillis() <= from).isPresent()
        && windows.minus(other.holes()).equals(windows);
  }

  private static void giveUp(ShardInventory shard, MappedBucket bucket) {
    bucket.release(); // its repair would put it back
    var why = new CorruptException("bucket file", 0, "a corrupt page", "a good copy in S3");
    shard.files().setAside(bucket.file(), why);
  }

  private static Hole window(MappedBucket bucket) {
    long start = bucket.name().startMillis();
    return new Hole(start, start + Tier.MEMORY_BUCKET.toMillis(), HoleCause.DAMAGED);
  }

  private Optional<SnapshotInfo> read(ShardInventory shard, String key) {
    try {
      return SnapshotHeaders.read(from, shard, key);
    } catch (IOException failed) {
      LOG.warn("snapshot not examined shard={} object={}", shard.id(), key, failed);
      return Optional.empty();
    }
  }

  /// Returns the missing milliseconds that another replica may have.
  private static long curable(Holes holes) {
    return holes.except(HoleCause.MEMORY).millis();
  }
}

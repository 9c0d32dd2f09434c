package goku.shortterm.backup;

import goku.format.snapshot.SnapshotInfo;
import goku.model.HoleCause;
import goku.objectstore.StoredObject;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The search for snapshots of other replicas for a shard that lacks datapoints: a hole is filled
/// from the replica that has no hole. One thread checks.
///
/// A lack of memory cannot be cured in this way. A snapshot that was there when the shard was
/// opened was compared with the log then, so each snapshot causes at most one restore.
final class BetterSnapshots {
  private static final Logger LOG = LoggerFactory.getLogger(BetterSnapshots.class);

  private final Destination from;

  BetterSnapshots(Destination from) {
    this.from = from;
  }

  /// @param own the newest snapshot of this node
  /// @throws goku.objectstore.ObjectStoreException if S3 is unavailable
  void check(ShardInventory shard, SnapshotInfo own, Listing there) {
    if (!isCurable(own)) {
      return;
    }
    List<StoredObject> snapshots =
        there.snapshots().stream().flatMap(number -> there.snapshot(number).stream()).toList();
    for (StoredObject snapshot : snapshots) {
      if (shard.isExamined(snapshot)) {
        continue;
      }
      Optional<SnapshotInfo> other = read(shard, snapshot.key());
      shard.examined(snapshot);
      if (other.isPresent() && isBetter(other.get(), own)) {
        LOG.info(
            "snapshot with fewer holes found, shard will be restored shard={} number={} holes={}",
            shard.id(),
            other.get().number(),
            other.get().holes());
        shard.foundBetterSnapshot();
        break;
      }
    }
    shard.forgetOtherSnapshots(snapshots);
  }

  /// Returns whether a snapshot lacks something that another replica may have.
  static boolean isCurable(SnapshotInfo own) {
    return curable(own) > 0;
  }

  /// Returns whether another snapshot of the same log lacks less.
  static boolean isBetter(SnapshotInfo other, SnapshotInfo own) {
    return other.log().id().equals(own.log().id()) && curable(other) < curable(own);
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
  private static long curable(SnapshotInfo info) {
    return info.holes().except(HoleCause.MEMORY).millis();
  }
}

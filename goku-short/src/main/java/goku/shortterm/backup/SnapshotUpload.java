package goku.shortterm.backup;

import goku.format.FormatException;
import goku.format.snapshot.SnapshotInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The upload of a snapshot. A snapshot that was replaced meanwhile is skipped, and so is one that
/// lacks more than that of another replica, which has the same number in S3.
record SnapshotUpload(ShardInventory shard, Path about, long number, Destination to)
    implements BackupTask {
  @Override
  public void run() throws IOException {
    if (!Files.exists(about)) {
      return;
    }
    try {
      to.checks().verifySnapshot(about);
    } catch (FormatException damaged) {
      // the one before stays in S3, until the next is taken
      shard.files().setAside(about, damaged);
      shard.lostSnapshot(number);
      return;
    }
    String key = S3Keys.snapshot(shard.id(), number);
    if (isWorse(key)) {
      if (!isKnownToBeInferior()) {
        shard.foundBetterSnapshot();
      }
      return;
    }
    long bytes = Files.size(about);
    to.store().put(shard.namespace().s3Bucket(), key, about);
    to.metrics().snapshots().increment();
    to.metrics().uploadedBytes().increment((double) bytes);
  }

  /// Returns whether the shard was not restored from the snapshot in S3, although it was there,
  /// because the log does not continue it.
  private boolean isKnownToBeInferior() {
    return Listing.of(to.store(), shard).snapshot(number).filter(shard::isInferior).isPresent();
  }

  /// Returns whether S3 has a snapshot of this number with fewer holes.
  private boolean isWorse(String key) throws IOException {
    SnapshotInfo own = to.checks().snapshotInfo(about);
    return BetterSnapshots.isCurable(own)
        && SnapshotHeaders.read(to, shard, key)
            .filter(other -> BetterSnapshots.isBetter(other, own))
            .isPresent();
  }
}

package goku.shortterm.backup;

import goku.format.FormatException;
import goku.format.snapshot.SnapshotInfo;
import goku.shortterm.files.BucketName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The removal of objects that a shard no longer needs in S3:
///
/// - snapshots before the last two, of all replicas;
/// - files of buckets that a later generation replaced, unless one of those two needs them;
/// - files of expired buckets, if the namespace lives in memory only. The compactor removes those
///   of other namespaces.
///
/// It follows S3's listing, so that restarts leave nothing behind.
record Sweep(ShardInventory shard, Path about, MemoryRetention retention, Destination to)
    implements BackupTask {
  private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);

  /// The bytes read of a snapshot. A reference takes some 20 bytes, so this holds those of many
  /// months.
  private static final int BEGINNING_BYTES = 1 << 16;

  @Override
  public void run() throws IOException {
    Listing there = Listing.of(to.store(), shard);
    List<Long> offsets = there.snapshots();
    int kept = Math.min(ShardInventory.SNAPSHOTS, offsets.size());
    for (long offset : offsets.subList(kept, offsets.size())) {
      remove(S3Keys.snapshot(shard.id(), offset));
    }
    List<BucketName> replaced = new ArrayList<>();
    for (BucketName name : there.buckets()) {
      if (shard.namespace().disk().isEmpty()
          && retention.isOver(shard.namespace(), name.startMillis())) {
        remove(key(name));
      } else if (there.isReplaced(name)) {
        replaced.add(name);
      }
    }
    if (!replaced.isEmpty()) {
      removeReplaced(replaced, offsets.subList(0, kept));
    }
  }

  private void removeReplaced(List<BucketName> replaced, List<Long> offsets) throws IOException {
    List<SnapshotInfo> snapshots = new ArrayList<>();
    for (long offset : offsets) {
      Optional<SnapshotInfo> info = info(offset);
      if (info.isEmpty()) {
        // it may need any of them
        return;
      }
      snapshots.add(info.get());
    }
    for (BucketName name : replaced) {
      if (snapshots.stream().noneMatch(info -> ShardInventory.references(info, name))) {
        remove(key(name));
      }
    }
  }

  /// Returns the info of a snapshot in S3. A snapshot of another replica may need other files than
  /// the local one of the same offset.
  private Optional<SnapshotInfo> info(long offset) throws IOException {
    String key = S3Keys.snapshot(shard.id(), offset);
    Optional<byte[]> beginning =
        to.store().getStart(shard.namespace().s3Bucket(), key, BEGINNING_BYTES);
    if (beginning.isEmpty()) {
      return Optional.empty();
    }
    Path file = about.resolve(S3Keys.fileName(key) + ".beginning.part");
    try {
      Files.write(file, beginning.get());
      return Optional.of(to.checks().snapshotInfo(file));
    } catch (FormatException broken) {
      LOG.warn("object corrupt object=s3://{}/{}", shard.namespace().s3Bucket(), key, broken);
      return Optional.empty();
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private String key(BucketName name) {
    return S3Keys.bucket(shard.id(), name.startMillis(), name.generation());
  }

  private void remove(String key) {
    to.store().delete(shard.namespace().s3Bucket(), key);
    to.metrics().removed().increment();
  }
}

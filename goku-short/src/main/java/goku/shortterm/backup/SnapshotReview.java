package goku.shortterm.backup;

import goku.format.FormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The review of a snapshot in S3 that a node could not read. A damaged one is replaced by the
/// local snapshot of its number.
record SnapshotReview(ShardInventory shard, Path about, long number, Destination to)
    implements BackupTask {
  @Override
  public void run() throws IOException {
    if (!Files.exists(about)) {
      return;
    }
    try {
      to.checks().verifySnapshot(about);
    } catch (FormatException damaged) {
      shard.files().setAside(about, damaged);
      shard.lostSnapshot(number);
      return;
    }
    String key = S3Keys.snapshot(shard.id(), number);
    if (isDamaged(key)) {
      to.metrics().damagedObjects().increment();
      to.store().put(shard.namespace().s3Bucket(), key, about);
      to.metrics().uploadedBytes().increment((double) Files.size(about));
      if (isDamaged(key)) {
        throw new IOException(
            "s3://%s/%s does not keep what is written to it; check that service"
                .formatted(shard.namespace().s3Bucket(), key));
      }
    }
    new DamageNotes(to).remove(shard, key);
  }

  private boolean isDamaged(String key) throws IOException {
    Path copy = about.resolveSibling(about.getFileName() + ".reviewed.part");
    try {
      if (to.store().download(shard.namespace().s3Bucket(), key, copy)) {
        to.checks().verifySnapshot(copy);
      }
      return false;
    } catch (FormatException damaged) {
      return true;
    } finally {
      Files.deleteIfExists(copy);
    }
  }
}

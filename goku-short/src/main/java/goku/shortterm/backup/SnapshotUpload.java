package goku.shortterm.backup;

import goku.format.FormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The upload of a snapshot. A snapshot that was replaced meanwhile is skipped.
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
    long bytes = Files.size(about);
    to.store().put(shard.namespace().s3Bucket(), key, about);
    to.metrics().snapshots().increment();
    to.metrics().uploadedBytes().increment((double) bytes);
  }
}

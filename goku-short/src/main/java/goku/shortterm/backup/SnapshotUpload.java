package goku.shortterm.backup;

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
    String key = S3Keys.snapshot(shard.id(), number);
    long bytes = Files.size(about);
    to.store().put(shard.namespace().s3Bucket(), key, about);
    to.metrics().snapshots().increment();
    to.metrics().uploadedBytes().increment((double) bytes);
  }
}

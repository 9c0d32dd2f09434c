package goku.shortterm.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Brings a snapshot to S3. One that was replaced meanwhile is not worth the way.
record SnapshotUpload(ShardInventory shard, Path about, long offset, Destination to)
    implements BackupTask {
  @Override
  public void run() throws IOException {
    if (!Files.exists(about)) {
      return;
    }
    String key = S3Keys.snapshot(shard.id(), offset);
    long bytes = Files.size(about);
    to.store().put(shard.namespace().s3Bucket(), key, about);
    to.metrics().snapshots().increment();
    to.metrics().uploadedBytes().increment((double) bytes);
  }
}

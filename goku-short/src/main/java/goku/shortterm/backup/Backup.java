package goku.shortterm.backup;

import goku.format.bucket.BucketFile;
import goku.format.snapshot.SnapshotInfo;
import goku.model.ShardId;
import goku.shortterm.files.FileCopies;
import goku.shortterm.files.ShardFiles;
import java.nio.file.Path;
import java.util.Optional;

/// Keeps copies of finalized buckets and snapshots in S3, and says on the topic `goku-finalized`
/// when a bucket is there. Uploads wait in a queue and are tried again until they succeed, so that
/// an S3 that is away costs nothing but time. Thread-safe; no call but `locate` waits for S3.
public final class Backup implements FileCopies, AutoCloseable {
  /// A bucket was finalized, or a file of it was found at a start: it belongs to S3. Of several
  /// replicas the first that uploads wins, the others compare.
  @Override
  public void bucket(ShardId shard, Path file, BucketFile content) {
    throw new UnsupportedOperationException();
  }

  /// A snapshot was taken. The ones before the last two are removed, here and there.
  @Override
  public void snapshot(ShardId shard, Path file, SnapshotInfo info) {
    throw new UnsupportedOperationException();
  }

  /// Nothing of the bucket is needed any more, in no generation: it expired.
  @Override
  public void bucketDropped(ShardId shard, ShardFiles files, long startMillis) {
    throw new UnsupportedOperationException();
  }

  /// The newest snapshot of a shard that is whole and whose bucket files are there, downloaded
  /// where the local disk does not have them; empty when there is none. Waits for S3 where it must,
  /// and goes on without S3 when that does not answer.
  public Optional<SnapshotInfo> locate(ShardId shard, ShardFiles files) {
    throw new UnsupportedOperationException();
  }

  /// What is wrong: files that have waited for S3 for long, with the reason; empty when nothing is.
  public Optional<String> complaint() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}

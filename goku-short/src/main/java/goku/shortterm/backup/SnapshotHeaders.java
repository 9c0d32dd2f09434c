package goku.shortterm.backup;

import goku.format.FormatException;
import goku.format.TruncatedException;
import goku.format.snapshot.SnapshotInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The reading of the descriptions of snapshots in S3, without their content. Stateless.
final class SnapshotHeaders {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotHeaders.class);

  /// The bytes read of a snapshot. They hold most descriptions: a reference takes some 20 bytes, a
  /// range of an input some 32.
  private static final int BEGINNING_BYTES = 1 << 16;

  /// The bytes read of a snapshot with a longer description, which has at most 1 MiB.
  private static final int MOST_BYTES = (1 << 20) + BEGINNING_BYTES;

  private SnapshotHeaders() {}

  /// Returns the description; empty if the object is missing or corrupt.
  ///
  /// @throws goku.objectstore.ObjectStoreException if S3 is unavailable
  static Optional<SnapshotInfo> read(Destination from, ShardInventory shard, String key)
      throws IOException {
    try {
      return readStart(from, shard, key);
    } catch (FormatException broken) {
      LOG.warn("object corrupt object=s3://{}/{}", shard.namespace().s3Bucket(), key, broken);
      return Optional.empty();
    }
  }

  private static Optional<SnapshotInfo> readStart(
      Destination from, ShardInventory shard, String key) throws IOException {
    try {
      return read(from, shard, key, BEGINNING_BYTES);
    } catch (TruncatedException longer) {
      return read(from, shard, key, MOST_BYTES);
    }
  }

  private static Optional<SnapshotInfo> read(
      Destination from, ShardInventory shard, String key, int bytes) throws IOException {
    Optional<byte[]> beginning = from.store().getStart(shard.namespace().s3Bucket(), key, bytes);
    if (beginning.isEmpty()) {
      return Optional.empty();
    }
    Path file = shard.files().directory().resolve(S3Keys.fileName(key) + ".beginning.part");
    try {
      Files.write(file, beginning.get());
      return Optional.of(from.checks().snapshotInfo(file));
    } finally {
      Files.deleteIfExists(file);
    }
  }
}

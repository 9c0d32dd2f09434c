package goku.shortterm.backup;

import goku.format.FormatException;
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

  /// The bytes read of a snapshot. A reference takes some 20 bytes, so this holds those of many
  /// months.
  private static final int BEGINNING_BYTES = 1 << 16;

  private SnapshotHeaders() {}

  /// Returns the description; empty if the object is missing or corrupt.
  ///
  /// @throws goku.objectstore.ObjectStoreException if S3 is unavailable
  static Optional<SnapshotInfo> read(Destination from, ShardInventory shard, String key)
      throws IOException {
    String s3Bucket = shard.namespace().s3Bucket();
    Optional<byte[]> beginning = from.store().getStart(s3Bucket, key, BEGINNING_BYTES);
    if (beginning.isEmpty()) {
      return Optional.empty();
    }
    Path file = shard.files().directory().resolve(S3Keys.fileName(key) + ".beginning.part");
    try {
      Files.write(file, beginning.get());
      return Optional.of(from.checks().snapshotInfo(file));
    } catch (FormatException broken) {
      LOG.warn("object corrupt object=s3://{}/{}", s3Bucket, key, broken);
      return Optional.empty();
    } finally {
      Files.deleteIfExists(file);
    }
  }
}

package goku.longterm.bulkload;

import goku.format.FormatException;
import goku.longterm.tier.ShardStore;
import goku.longterm.tier.StoreException;
import goku.model.Namespace;
import goku.objectstore.ObjectStore;
import goku.tier.DirectoryTree;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import goku.tier.TierKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A download of a bucket from S3 into the database. After any failure, nothing of the bucket
/// stays.
///
/// @param namespace namespace whose S3 bucket contains the bucket
/// @param makeRoom action that frees disk space
record BucketDownload(
    ObjectStore store, Namespace namespace, Manifest manifest, ShardStore into, Runnable makeRoom) {
  /// The bytes of the disk that stay free: a completely full disk causes failures elsewhere too.
  private static final long RESERVE_BYTES = 64 << 20;

  /// @throws DamagedBucketException when a file in S3 differs from the marker
  /// @throws StoreException when the disk is full or fails
  /// @throws goku.objectstore.ObjectStoreException when S3 cannot be read
  void run() {
    Path directory =
        into.staging(manifest)
            .resolve(
                "%d-%d-%d"
                    .formatted(manifest.tier(), manifest.startMillis(), manifest.generation()));
    try {
      requireRoom(into.staging(manifest));
      Files.createDirectories(directory);
      try {
        for (StoredFile file : manifest.files()) {
          fetch(file, directory.resolve(file.name()));
        }
        into.ingest(manifest, directory);
      } finally {
        DirectoryTree.remove(directory);
      }
    } catch (IOException failed) {
      throw unwritten(failed);
    } catch (UncheckedIOException failed) {
      throw unwritten(failed);
    }
  }

  private void requireRoom(Path disk) throws IOException {
    long bytes = manifest.files().stream().mapToLong(StoredFile::bytes).sum();
    long free = Files.getFileStore(disk).getUsableSpace();
    if (free < bytes + RESERVE_BYTES) {
      makeRoom.run();
      free = Files.getFileStore(disk).getUsableSpace();
    }
    if (free < bytes + RESERVE_BYTES) {
      throw new StoreException(
          "cannot download bucket=%s: %,d bytes and a reserve of 64 MiB do not fit into directory=%s with %,d bytes free; free space, the download is retried"
              .formatted(manifest.bucket(), bytes, disk, free));
    }
  }

  private void fetch(StoredFile file, Path to) throws IOException {
    String key = TierKeys.tierDirectory(manifest.bucket()) + file.name();
    if (Path.of(file.name()).getNameCount() != 1 || file.name().startsWith(".")) {
      throw damaged(key, "invalid file name");
    }
    if (!store.download(namespace.s3Bucket(), key, to)) {
      throw damaged(key, "no such object");
    }
    try {
      file.verify(to, file.name());
    } catch (FormatException broken) {
      throw damaged(key, "broken (%s)".formatted(broken.getMessage()));
    }
  }

  private DamagedBucketException damaged(String key, String how) {
    return new DamagedBucketException(
        ("cannot use object=s3://%s/%s: %s; the bucket differs from its marker, restore the object"
                + " from a backup or an earlier version in S3")
            .formatted(namespace.s3Bucket(), key, how));
  }

  private StoreException unwritten(Exception why) {
    return new StoreException(
        "cannot write bucket=%s to directory=%s: %s; free space and check the permissions, the download is retried"
            .formatted(manifest.bucket(), into.staging(manifest), why),
        why);
  }
}

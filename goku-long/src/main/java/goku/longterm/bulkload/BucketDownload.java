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

/// A bucket on its way from S3 into the database. Whatever fails, nothing of it stays.
///
/// @param namespace whose S3 bucket it lies in
/// @param makeRoom gives back what of the disk is not needed
record BucketDownload(
    ObjectStore store, Namespace namespace, Manifest manifest, ShardStore into, Runnable makeRoom) {
  /// A disk that is full to the brim fails in other places too.
  private static final long RESERVE_BYTES = 64 << 20;

  /// @throws DamagedBucketException when a file in S3 is not what the marker says
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
          "no room for %s: it has %,d bytes and %s has %,d left; make room, it is tried again"
              .formatted(manifest.bucket(), bytes, disk, free));
    }
  }

  private void fetch(StoredFile file, Path to) throws IOException {
    String key = TierKeys.tierDirectory(manifest.bucket()) + file.name();
    if (Path.of(file.name()).getNameCount() != 1 || file.name().startsWith(".")) {
      throw damaged(key, "has no name for a file");
    }
    if (!store.download(namespace.s3Bucket(), key, to)) {
      throw damaged(key, "is not there");
    }
    try {
      file.verify(to, file.name());
    } catch (FormatException broken) {
      throw damaged(key, "is broken (%s)".formatted(broken.getMessage()));
    }
  }

  private DamagedBucketException damaged(String key, String how) {
    return new DamagedBucketException(
        ("s3://%s/%s %s: the bucket is not what its marker says and is not used; remove its marker"
                + " so that it is made again")
            .formatted(namespace.s3Bucket(), key, how));
  }

  private StoreException unwritten(Exception why) {
    return new StoreException(
        "%s cannot be written to %s (%s): make room and check the permissions, it is tried again"
            .formatted(manifest.bucket(), into.staging(manifest), why),
        why);
  }
}

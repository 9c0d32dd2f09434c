package goku.longterm.tier;

import goku.format.FormatException;
import goku.format.PartFile;
import goku.format.sst.SstBucket;
import goku.tier.Manifest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The manifests of the buckets in a database, one small file each beside it. A file is written
/// before its bucket is ingested and removed before its bucket is. A bucket without one is
/// therefore a bucket whose removal was interrupted. Thread-safe.
///
/// @param directory existing directory
record ManifestFiles(Path directory) {
  private static final Logger LOG = LoggerFactory.getLogger(ManifestFiles.class);
  private static final String SUFFIX = ".json";
  private static final long MILLIS = 1000;

  /// Returns all complete manifests, and removes other files.
  Map<SstBucket, Manifest> read() throws IOException {
    Map<SstBucket, Manifest> found = new HashMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        try {
          Manifest manifest = Manifest.parse(Files.readAllBytes(file), file.toString());
          if (file.equals(file(bucket(manifest)))) {
            found.put(bucket(manifest), manifest);
            continue;
          }
        } catch (FormatException broken) {
          LOG.warn("manifest broken, reloading its bucket from S3 manifest={}", file, broken);
        }
        Files.delete(file);
      }
    }
    return found;
  }

  /// Writes a manifest, which is on disk when this returns.
  void write(Manifest manifest) {
    try (var file = new PartFile(file(bucket(manifest)))) {
      file.write(ByteBuffer.wrap(manifest.toBytes()), 0);
      file.publish();
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "cannot write the manifest of a bucket to directory=%s".formatted(directory), failed);
    }
  }

  void remove(SstBucket bucket) {
    try {
      Files.deleteIfExists(file(bucket));
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "cannot remove the manifest of a bucket from directory=%s".formatted(directory), failed);
    }
  }

  static SstBucket bucket(Manifest manifest) {
    return new SstBucket(manifest.tier(), manifest.startMillis(), manifest.generation());
  }

  private Path file(SstBucket bucket) {
    return directory.resolve(
        "%d-%d-%d%s"
            .formatted(bucket.tier(), bucket.startMillis() / MILLIS, bucket.generation(), SUFFIX));
  }
}

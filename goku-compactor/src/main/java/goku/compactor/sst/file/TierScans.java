package goku.compactor.sst.file;

import goku.tier.Manifest;
import goku.tier.StoredFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// The open files of a bucket that its manifest names, each with one cursor. Owned by one thread.
public final class TierScans implements AutoCloseable {
  private final Path directory;
  private final Manifest manifest;

  /// The resources to close, the last one first, as a cursor is closed before its file.
  private final Deque<Runnable> closing = new ArrayDeque<>();

  public TierScans(Path directory, Manifest manifest) {
    this.directory = directory;
    this.manifest = manifest;
  }

  /// Returns a cursor before the first key; null when the bucket has no such file.
  ///
  /// @throws IOException when the file is missing, or its length differs from the manifest
  public @Nullable SstCursor open(TierFile file) throws IOException {
    for (StoredFile stored : manifest.files()) {
      if (stored.name().equals(file.fileName())) {
        return open(stored);
      }
    }
    return null;
  }

  /// Returns the cursor of a file that every bucket has.
  public SstCursor require(TierFile file) throws IOException {
    SstCursor cursor = open(file);
    if (cursor == null) {
      throw new IOException(
          "cannot open a bucket: the manifest of %s has no %s"
              .formatted(manifest.bucket(), file.fileName()));
    }
    return cursor;
  }

  private SstCursor open(StoredFile stored) throws IOException {
    Path path = directory.resolve(stored.name());
    var scan = new SstScan(path);
    closing.push(scan::close);
    if (Files.size(path) != stored.bytes()) {
      throw new IOException(
          "cannot use file=%s: found %d bytes, wanted %d as in the manifest; fetch the file again"
              .formatted(path, Files.size(path), stored.bytes()));
    }
    SstCursor cursor = scan.cursor();
    closing.push(cursor::close);
    return cursor;
  }

  @Override
  public void close() {
    while (!closing.isEmpty()) {
      closing.pop().run();
    }
  }
}

package goku.compactor.sst.file;

import goku.tier.Manifest;
import goku.tier.StoredFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// Opens the files of a bucket that its manifest names, each with one cursor. Owned by one thread.
public final class TierScans implements AutoCloseable {
  private final Path directory;
  private final Manifest manifest;

  /// The last one first, as a cursor is closed before its file.
  private final Deque<Runnable> closing = new ArrayDeque<>();

  public TierScans(Path directory, Manifest manifest) {
    this.directory = directory;
    this.manifest = manifest;
  }

  /// A cursor before the first key; null when the bucket has no such file.
  ///
  /// @throws IOException when the file is not there, or not as long as the manifest says
  public @Nullable SstCursor open(TierFile file) throws IOException {
    for (StoredFile stored : manifest.files()) {
      if (stored.name().equals(file.fileName())) {
        return open(stored);
      }
    }
    return null;
  }

  /// The same for a file that each bucket has.
  public SstCursor require(TierFile file) throws IOException {
    SstCursor cursor = open(file);
    if (cursor == null) {
      throw new IOException(
          "the manifest of %s has no %s".formatted(manifest.bucket(), file.fileName()));
    }
    return cursor;
  }

  private SstCursor open(StoredFile stored) throws IOException {
    Path path = directory.resolve(stored.name());
    var scan = new SstScan(path);
    closing.push(scan::close);
    if (Files.size(path) != stored.bytes()) {
      throw new IOException(
          "%s has %d bytes, its manifest says %d; fetch it again"
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

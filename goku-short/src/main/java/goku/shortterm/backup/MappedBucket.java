package goku.shortterm.backup;

import goku.shortterm.files.BucketName;
import goku.shortterm.files.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A bucket whose file a shard has mapped. Thread-safe.
final class MappedBucket {
  private final Path file;
  private final BucketContent content;
  private final FinalizedEvent event;
  private boolean released;

  MappedBucket(Path file, BucketContent content, FinalizedEvent event) {
    this.file = file;
    this.content = content;
    this.event = event;
  }

  Path file() {
    return file;
  }

  /// Returns the event that the file is in S3.
  FinalizedEvent event() {
    return event;
  }

  BucketName name() {
    return new BucketName(event.startMillis(), event.generation());
  }

  /// Writes the file again from its mapping if it is gone or shorter. Returns whether that was
  /// necessary.
  synchronized boolean restore() throws IOException {
    if (released || (Files.exists(file) && Files.size(file) == event.bytes())) {
      return false;
    }
    WholeFile.write(file, event.bytes(), content::copyTo);
    return true;
  }

  /// Permits the mapping to be closed. Waits while the file is written again.
  synchronized void release() {
    released = true;
  }
}

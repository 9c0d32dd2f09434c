package goku.shortterm.backup;

import goku.shortterm.files.BucketName;
import goku.shortterm.files.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// A bucket whose file a shard has mapped. Thread-safe.
final class MappedBucket {
  private final Path file;
  private final BucketContent content;
  private final FinalizedEvent event;
  private final long checksum;
  private boolean released;

  MappedBucket(Path file, BucketContent content, FinalizedEvent event) {
    this.file = file;
    this.content = content;
    this.event = event;
    checksum = content.checksum();
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
  /// necessary. A damaged mapping is no copy, and its file may have been given up.
  synchronized boolean restore() throws IOException {
    boolean isWhole = Files.exists(file) && Files.size(file) == event.bytes();
    if (released || isWhole || content.isDamaged()) {
      return false;
    }
    WholeFile.write(file, event.bytes(), content::copyTo);
    return true;
  }

  /// Returns the mapped file, for its listener only: it may be closed at any time.
  BucketContent content() {
    return content;
  }

  /// Returns the checksum of the good file.
  long checksum() {
    return checksum;
  }

  /// Verifies some pages of the mapping. Returns whether there may be more.
  synchronized boolean verifySome() {
    return !released && content.verifySome();
  }

  /// Returns whether the mapping has a corrupt page. A released one has none.
  synchronized boolean isDamaged() {
    return !released && content.isDamaged();
  }

  /// Returns whether the file is left to others.
  synchronized boolean isReleased() {
    return released;
  }

  /// Maps the file in place of the current mapping.
  ///
  /// @throws goku.format.FormatException if the file is damaged or another one
  synchronized void replace() throws IOException {
    if (!released) {
      content.replace(file);
    }
  }

  /// Maps a verified copy, which becomes the file. Returns whether it did: the file of a released
  /// bucket may be that of another log by now.
  ///
  /// @param copy on the same disk
  synchronized boolean replaceBy(Path copy) throws IOException {
    if (released) {
      return false;
    }
    Files.move(copy, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    content.replace(file);
    return true;
  }

  /// Writes the file again from its mapping, because the file is damaged. If the mapping is damaged
  /// too, that is reported to the listener of the content.
  synchronized void mend() throws IOException {
    if (!released) {
      WholeFile.write(file, event.bytes(), content::copyTo);
    }
  }

  /// Permits the mapping to be closed, and leaves the file to others. Waits while the file is
  /// written again.
  synchronized void release() {
    released = true;
  }
}

package goku.compactor;

import goku.tier.DirectoryTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The directory in which jobs work, locked by this process. Opening it removes what a crashed
/// process left.
final class WorkDirectory implements AutoCloseable {
  private final FileChannel lock;

  private WorkDirectory(FileChannel lock) {
    this.lock = lock;
  }

  /// Returns the directory of the jobs below the given one.
  static Path jobs(Path directory) {
    return directory.resolve("jobs");
  }

  /// @throws UncheckedIOException when it cannot be written, or another process has locked it
  static WorkDirectory open(Path directory) {
    try {
      Files.createDirectories(directory);
      FileChannel lock =
          FileChannel.open(
              directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        if (!isMine(lock)) {
          throw new IOException(
              "another compactor uses the directory; give each compactor its own 'directory'");
        }
        DirectoryTree.remove(jobs(directory));
        return new WorkDirectory(lock);
      } catch (IOException | RuntimeException failed) {
        lock.close();
        throw failed;
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "cannot use compactor work directory=%s: %s"
              .formatted(directory.toAbsolutePath(), failed.getMessage()),
          failed);
    }
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "cannot release the lock of the compactor work directory", failed);
    }
  }

  private static boolean isMine(FileChannel lock) throws IOException {
    try {
      FileLock taken = lock.tryLock();
      return taken != null;
    } catch (OverlappingFileLockException taken) {
      return false;
    }
  }
}

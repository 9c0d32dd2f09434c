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

/// The directory in which jobs work, of this process alone. What a process left that died is
/// removed when it is opened.
final class WorkDirectory implements AutoCloseable {
  private final FileChannel lock;

  private WorkDirectory(FileChannel lock) {
    this.lock = lock;
  }

  /// Where jobs work below the directory.
  static Path jobs(Path directory) {
    return directory.resolve("jobs");
  }

  /// @throws UncheckedIOException when it cannot be written, or another process has it
  static WorkDirectory open(Path directory) {
    try {
      Files.createDirectories(directory);
      FileChannel lock =
          FileChannel.open(
              directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        if (!isMine(lock)) {
          throw new IOException("another compactor works in it; give each its own 'directory'");
        }
        DirectoryTree.remove(jobs(directory));
        return new WorkDirectory(lock);
      } catch (IOException | RuntimeException failed) {
        lock.close();
        throw failed;
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "cannot use the work directory %s of the compactor: %s"
              .formatted(directory.toAbsolutePath(), failed.getMessage()),
          failed);
    }
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot close the lock of the work directory", failed);
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

package goku.standalone.agent.spool;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The lock of a spool directory, held by one process at a time. The operating system releases it
/// when the process dies. The lock file stays: removing it would let two processes lock two
/// different files of that name.
record SpoolLock(FileChannel file) implements AutoCloseable {
  private static final String NAME = "spool.lock";

  /// @throws IOException if another agent holds the lock
  static SpoolLock take(Path directory) throws IOException {
    FileChannel file =
        FileChannel.open(
            directory.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!isLocked(file)) {
      file.close();
      throw new IOException("another agent uses it");
    }
    return new SpoolLock(file);
  }

  private static boolean isLocked(FileChannel file) throws IOException {
    try {
      return file.tryLock() != null;
    } catch (OverlappingFileLockException heldByThisProcess) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

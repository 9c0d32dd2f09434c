package goku.shortterm.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// The atomic creation of files, which appear completely or not at all.
public final class WholeFile {
  /// The writer of a file's bytes to a path beside the file. Its exceptions are passed on. A disk
  /// error gets its remedy.
  @FunctionalInterface
  public interface PartWriter {
    void write(Path part) throws IOException;
  }

  private WholeFile() {}

  /// Writes a file, replaces an existing one, and forces it to the disk. A failure leaves nothing
  /// behind.
  ///
  /// @param bytes the bytes to be written, for the message of a full disk
  /// @throws IOException with the file, the needed and the free space
  public static void write(Path file, long bytes, PartWriter writer) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ShardFiles.PART);
    try {
      writer.write(part);
      try (FileChannel written = FileChannel.open(part, StandardOpenOption.WRITE)) {
        written.force(true);
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | UncheckedIOException failed) {
      throw explained(file, bytes, failed);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static IOException explained(Path file, long bytes, Exception failed) {
    Throwable reason = failed;
    for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
      reason = cause;
    }
    return new IOException(
        "cannot write %s, which needs %d bytes where %s are free (%s): make room on that disk, or see that it can be written"
            .formatted(file, bytes, usable(file), reason),
        failed);
  }

  private static String usable(Path file) {
    try {
      FileStore disk = Files.getFileStore(file.toAbsolutePath().getParent());
      return Long.toString(disk.getUsableSpace());
    } catch (IOException unknown) {
      return "an unknown number";
    }
  }
}

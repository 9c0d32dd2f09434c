package goku.shortterm.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// Writes files that appear whole or not at all.
public final class WholeFile {
  /// Writes the bytes of a file to the path, which lies beside the file. What it throws is passed
  /// on; a failure of the disk with what to do about it.
  @FunctionalInterface
  public interface PartWriter {
    void write(Path part) throws IOException;
  }

  private WholeFile() {}

  /// Writes a file, in place of one that is there, and forces it to the disk. Nothing is left of
  /// one that fails.
  ///
  /// @param bytes that are going to be written, for the message of a full disk
  /// @throws IOException says which file, how much room it needs and how much there is
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

package goku.format;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/// A file that appears under its name only once it is complete and on disk. Until then its name is
/// `<name>.part`. It is removed after any failure. Owned by one thread.
public final class PartFile implements AutoCloseable {
  private final Path target;
  private final Path part;
  private final FileChannel channel;
  private boolean published;

  /// Creates the part file. Overwrites the leftover of a process that died.
  public PartFile(Path target) throws IOException {
    this.target = target;
    part = target.resolveSibling(target.getFileName() + ".part");
    channel = FileChannel.open(part, CREATE, TRUNCATE_EXISTING, READ, WRITE);
  }

  /// Writes the bytes at an offset of the file.
  public void write(ByteBuffer bytes, long offset) throws IOException {
    long at = offset;
    try {
      while (bytes.hasRemaining()) {
        at += channel.write(bytes, at);
      }
    } catch (IOException e) {
      // some bytes may be written, so the file can never become valid
      abandon(e);
      throw e;
    }
  }

  /// Fills the buffer from bytes that were written before.
  public void read(ByteBuffer bytes, long offset) throws IOException {
    long at = offset;
    while (bytes.hasRemaining()) {
      int read = channel.read(bytes, at);
      if (read < 0) {
        throw new IOException(
            "cannot read file=%s: it ends at offset %d, expected more".formatted(part, at));
      }
      at += read;
    }
  }

  /// Forces the bytes to disk and renames the file to its name, replacing an existing file.
  public void publish() throws IOException {
    try {
      channel.force(true);
      channel.close();
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
      published = true;
    } catch (IOException e) {
      abandon(e);
      throw e;
    }
    forceDirectory(Objects.requireNonNull(target.toAbsolutePath().getParent()));
  }

  /// Removes the file unless it was published.
  @Override
  public void close() throws IOException {
    if (!published) {
      try {
        channel.close();
      } finally {
        Files.deleteIfExists(part);
      }
    }
  }

  private void abandon(IOException cause) {
    try {
      close();
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /// Forces the directory to disk, which makes the new name durable. Not all systems allow opening
  /// a directory.
  public static void forceDirectory(Path directory) throws IOException {
    FileChannel opened;
    try {
      opened = FileChannel.open(directory, READ);
    } catch (AccessDeniedException e) {
      return;
    }
    try (opened) {
      opened.force(true);
    }
  }
}

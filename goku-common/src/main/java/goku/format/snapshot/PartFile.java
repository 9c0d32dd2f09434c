package goku.format.snapshot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// A file that is there when it is whole: until then its bytes are in one beside it, named `.part`,
/// which is removed when anything fails. Owned by one thread.
final class PartFile implements AutoCloseable {
  private final Path file;
  private final Path part;
  private final FileChannel channel;
  private boolean finished;

  /// What a process left that died is overwritten.
  PartFile(Path file) throws IOException {
    this.file = file;
    part = file.resolveSibling(file.getFileName() + ".part");
    channel =
        FileChannel.open(
            part,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
  }

  void write(byte[] bytes, int from, int to) throws IOException {
    var buffer = ByteBuffer.wrap(bytes, from, to - from);
    try {
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    } catch (IOException e) {
      // part of it may be written, so that nothing can be right behind it
      abandon(e);
      throw e;
    }
  }

  /// Forces the bytes to the disk, gives the file its name, and forces that.
  void finish() throws IOException {
    try {
      channel.force(true);
      channel.close();
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      finished = true;
    } catch (IOException e) {
      abandon(e);
      throw e;
    }
    try (var directory = FileChannel.open(directory(), StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
    if (!finished) {
      Files.deleteIfExists(part);
    }
  }

  private Path directory() {
    Path parent = file.toAbsolutePath().getParent();
    return parent == null ? file : parent;
  }

  private void abandon(IOException cause) {
    try {
      close();
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }
}

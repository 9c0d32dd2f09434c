package goku.testkit.disk;

import goku.testkit.disk.DiskFaults.Operation;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// An open file, or an open directory, which can only be forced. Owned by one thread at a time.
final class DiskChannel extends FileChannel {
  private final SimulatedDisk disk;
  private final Path path;
  private final @Nullable DiskFile file;
  private long position;

  /// @param file null for a directory
  DiskChannel(SimulatedDisk disk, Path path, @Nullable DiskFile file, boolean atEnd) {
    this.disk = disk;
    this.path = path;
    this.file = file;
    position = atEnd && file != null ? file.size() : 0;
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    int read = read(into, position);
    position += Math.max(read, 0);
    return read;
  }

  @Override
  public long read(ByteBuffer[] into, int offset, int length) throws IOException {
    long all = 0;
    for (int i = offset; i < offset + length; i++) {
      int read = read(into[i]);
      if (read < 0) {
        return all == 0 ? -1 : all;
      }
      all += read;
    }
    return all;
  }

  @Override
  public int read(ByteBuffer into, long from) throws IOException {
    return open().read(into, from);
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    int written = write(from, position);
    position += written;
    return written;
  }

  @Override
  public long write(ByteBuffer[] from, int offset, int length) throws IOException {
    long all = 0;
    for (int i = offset; i < offset + length; i++) {
      all += write(from[i]);
    }
    return all;
  }

  @Override
  public int write(ByteBuffer from, long to) throws IOException {
    DiskFile opened = open();
    disk.before(Operation.WRITE, path);
    disk.requireRoom(to + from.remaining() - opened.size(), path);
    return opened.write(from, to);
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public FileChannel position(long newPosition) {
    position = newPosition;
    return this;
  }

  @Override
  public long size() throws IOException {
    return open().size();
  }

  @Override
  public FileChannel truncate(long size) throws IOException {
    open().truncate(size);
    position = Math.min(position, size);
    return this;
  }

  @Override
  public void force(boolean metadata) throws IOException {
    if (!isOpen()) {
      throw new ClosedChannelException();
    }
    disk.before(Operation.FORCE, path);
    if (file == null) {
      disk.directories().force(SimulatedDisk.key(path));
    } else {
      file.force();
    }
  }

  @Override
  public long transferTo(long from, long count, WritableByteChannel target) throws IOException {
    byte[] content = open().content();
    int begin = (int) Math.min(from, content.length);
    int length = (int) Math.min(count, content.length - begin);
    return target.write(ByteBuffer.wrap(content, begin, length));
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long to, long count) {
    throw new UnsupportedOperationException();
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long from, long length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public MemorySegment map(MapMode mode, long from, long length, Arena arena) throws IOException {
    if (mode.equals(MapMode.READ_ONLY)) {
      return open().map(from, length, arena);
    }
    if (mode.equals(MapMode.READ_WRITE) && from == 0 && length == size()) {
      return open().mapWritable(arena);
    }
    throw new UnsupportedOperationException();
  }

  @Override
  public FileLock lock(long from, long length, boolean shared) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileLock tryLock(long from, long length, boolean shared) {
    throw new UnsupportedOperationException();
  }

  @Override
  protected void implCloseChannel() {}

  private DiskFile open() throws IOException {
    if (!isOpen()) {
      throw new ClosedChannelException();
    }
    if (file == null) {
      throw new IOException("Is a directory: " + path);
    }
    return file;
  }
}

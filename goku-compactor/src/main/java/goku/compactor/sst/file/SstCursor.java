package goku.compactor.sst.file;

import goku.codec.block.ValueDecoder;
import goku.format.FormatException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReaderIterator;

/// A position in an SST file. Owned by one thread.
public final class SstCursor implements AutoCloseable {
  private static final int FIRST_CAPACITY = 16 << 10;

  private final Path file;
  private final SstFileReaderIterator iterator;
  private boolean isNew = true;
  private ByteBuffer buffer = ByteBuffer.allocateDirect(ValueDecoder.READ_AHEAD_BYTES);
  private MemorySegment segment = MemorySegment.ofBuffer(buffer);

  SstCursor(Path file, SstFileReaderIterator iterator) {
    this.file = file;
    this.iterator = iterator;
  }

  /// Moves to the first key at or after the given one. Returns false if there is none.
  public boolean seek(byte[] key) throws IOException {
    isNew = false;
    iterator.seek(key);
    return valid();
  }

  /// Moves to the next key, at first to the first one. Returns false at the end.
  public boolean next() throws IOException {
    if (isNew) {
      isNew = false;
      iterator.seekToFirst();
    } else {
      iterator.next();
    }
    return valid();
  }

  public byte[] key() {
    return iterator.key();
  }

  public byte[] value() {
    return iterator.value();
  }

  /// Copies the value to the beginning of `segment()`, and returns its length.
  public int loadValue() {
    int length = iterator.value(buffer.clear());
    if (length > buffer.capacity() - ValueDecoder.READ_AHEAD_BYTES) {
      int capacity = Math.max(FIRST_CAPACITY, length + length / 2);
      buffer = ByteBuffer.allocateDirect(capacity + ValueDecoder.READ_AHEAD_BYTES);
      segment = MemorySegment.ofBuffer(buffer);
      iterator.value(buffer);
    }
    return length;
  }

  /// Returns the last loaded value, with padding for decoders that read ahead.
  public MemorySegment segment() {
    return segment;
  }

  /// Returns the exception to throw for an invalid value.
  public IOException broken(FormatException cause) {
    return new IOException("%s: %s".formatted(file, cause.getMessage()), cause);
  }

  /// Returns the exception to throw for unexpected keys.
  public IOException broken(String found, String wanted) {
    return new IOException("%s: found %s, wanted %s".formatted(file, found, wanted));
  }

  @Override
  public void close() {
    iterator.close();
  }

  private boolean valid() throws IOException {
    if (iterator.isValid()) {
      return true;
    }
    try {
      iterator.status();
    } catch (RocksDBException e) {
      throw SstScan.broken(file, e);
    }
    return false;
  }
}

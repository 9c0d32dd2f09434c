package goku.compactor.sst;

import goku.codec.block.ValueDecoder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReaderIterator;

/// A position in an SST file. Owned by one thread.
final class SstCursor implements AutoCloseable {
  private static final int FIRST_CAPACITY = 16 << 10;

  private final Path file;
  private final SstFileReaderIterator iterator;
  private boolean isNew = true;
  private ByteBuffer buffer = ByteBuffer.allocateDirect(0);
  private MemorySegment segment = MemorySegment.ofBuffer(buffer);

  SstCursor(Path file, SstFileReaderIterator iterator) {
    this.file = file;
    this.iterator = iterator;
  }

  Path file() {
    return file;
  }

  /// Whether it has not moved yet.
  boolean isNew() {
    return isNew;
  }

  /// Goes to the first key that is not before this one; false if there is none.
  boolean seek(byte[] key) throws IOException {
    isNew = false;
    iterator.seek(key);
    return valid();
  }

  /// Goes to the next key, at first to the first one; false at the end.
  boolean next() throws IOException {
    if (isNew) {
      isNew = false;
      iterator.seekToFirst();
    } else {
      iterator.next();
    }
    return valid();
  }

  byte[] key() {
    return iterator.key();
  }

  byte[] value() {
    return iterator.value();
  }

  /// Copies the value to the beginning of `segment()`, and returns its length.
  int loadValue() {
    int length = iterator.value(buffer.clear());
    if (length > buffer.capacity() - ValueDecoder.READ_AHEAD_BYTES) {
      int capacity = Math.max(FIRST_CAPACITY, length + length / 2);
      buffer = ByteBuffer.allocateDirect(capacity + ValueDecoder.READ_AHEAD_BYTES);
      segment = MemorySegment.ofBuffer(buffer.clear());
      iterator.value(buffer);
    }
    return length;
  }

  /// The value that was loaded last, with room for decoders that read ahead.
  MemorySegment segment() {
    return segment;
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

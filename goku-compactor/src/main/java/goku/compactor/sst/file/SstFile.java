package goku.compactor.sst.file;

import goku.tier.StoredFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rocksdb.EnvOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/// An SST file that is being written. It is created with its first key, as RocksDB has no empty SST
/// files. Owned by one thread.
public final class SstFile {
  private static final int FIRST_CAPACITY = 4 << 10;

  private final Path file;
  private final Options options;
  private final EnvOptions env = new EnvOptions();
  private @Nullable SstFileWriter writer;
  private @Nullable StoredFile stored;
  private ByteBuffer key = ByteBuffer.allocateDirect(64);
  private ByteBuffer value = ByteBuffer.allocateDirect(64);

  /// @param options options that stay open longer than the file
  SstFile(Path file, Options options) {
    this.file = file;
    this.options = options;
  }

  public Path path() {
    return file;
  }

  public void put(byte[] key, byte[] value) throws IOException {
    put(key, value, value.length);
  }

  /// Appends a key, which must come after the previous ones, with the first bytes of an array as
  /// its value.
  public void put(byte[] key, byte[] value, int length) throws IOException {
    this.key = filled(this.key, key, key.length);
    this.value = filled(this.value, value, length);
    try {
      writer().put(this.key, this.value);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  /// Completes the file if necessary and forces it to disk. Returns empty if it has no keys.
  public Optional<StoredFile> finish() throws IOException {
    if (writer != null) {
      try {
        writer.finish();
      } catch (RocksDBException e) {
        throw failed(e);
      } finally {
        closeWriter(writer);
      }
      stored = FileIdentity.seal(file);
    }
    return Optional.ofNullable(stored);
  }

  /// Frees its resources, and removes the file unless it is kept.
  void close(boolean keep) throws IOException {
    if (writer != null) {
      closeWriter(writer);
    }
    env.close();
    if (!keep) {
      Files.deleteIfExists(file);
    }
  }

  private SstFileWriter writer() throws RocksDBException {
    if (writer == null) {
      writer = new SstFileWriter(env, options);
      writer.open(file.toString());
    }
    return writer;
  }

  private void closeWriter(SstFileWriter open) {
    open.close();
    writer = null;
  }

  private IOException failed(RocksDBException cause) {
    return new IOException("cannot write file=%s: %s".formatted(file, cause.getMessage()), cause);
  }

  private static ByteBuffer filled(ByteBuffer buffer, byte[] bytes, int length) {
    ByteBuffer filled = buffer;
    if (buffer.capacity() < length) {
      filled = ByteBuffer.allocateDirect(Math.max(FIRST_CAPACITY, length + length / 2));
    }
    return filled.clear().put(bytes, 0, length).flip();
  }
}

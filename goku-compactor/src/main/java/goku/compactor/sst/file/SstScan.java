package goku.compactor.sst.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;

/// An SST file that is read sequentially, through one or more cursors. Every block is verified as
/// it is read, and none is cached. Owned by one thread.
public final class SstScan implements AutoCloseable {
  /// The bytes that a read fetches ahead.
  private static final long READ_AHEAD_BYTES = 256 << 10;

  static {
    RocksDB.loadLibrary();
  }

  private final Path file;
  private final Options options =
      new Options().setTableFormatConfig(new BlockBasedTableConfig().setNoBlockCache(true));
  private final ReadOptions reading =
      new ReadOptions()
          .setVerifyChecksums(true)
          .setFillCache(false)
          .setReadaheadSize(READ_AHEAD_BYTES);
  private final SstFileReader reader = new SstFileReader(options);

  /// @throws IOException when there is no such file, or its end is broken
  public SstScan(Path file) throws IOException {
    this.file = file;
    try {
      if (!Files.exists(file)) {
        throw new NoSuchFileException(file.toString());
      }
      reader.open(file.toString());
    } catch (RocksDBException e) {
      close();
      throw broken(file, e);
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  public SstCursor cursor() {
    return new SstCursor(file, reader.newIterator(reading));
  }

  /// Closes the file. Its cursors must be closed before.
  @Override
  public void close() {
    reader.close();
    reading.close();
    options.close();
  }

  static IOException broken(Path file, RocksDBException cause) {
    return new IOException(
        "cannot read file=%s: %s; fetch the file again, or rebuild the bucket"
            .formatted(file, cause.getMessage()),
        cause);
  }
}

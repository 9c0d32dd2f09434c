package goku.compactor.sst.file;

import java.util.Properties;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ChecksumType;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksObject;

/// How SST files are written: what RocksDB would otherwise take from the machine is fixed, so that
/// the same content gives the same bytes. Owned by one thread.
///
/// - The name of the host is a property of a file: it is a constant.
/// - Bloom filters are not rounded to what the allocator has: that depends on the filters before.
/// - Format 5: later formats mix a random number into the checksum of each block. CRC32C, as the
///   block of properties gets a new one, see `FileIdentity`.
///
/// Zstandard makes names a fifth smaller and postings less than half, LZ4 nothing and two thirds.
final class SstSettings implements AutoCloseable {
  /// What a file is for.
  enum Kind {
    /// Blocks of the codec, which are as small as they get, read by their order.
    BLOCKS,
    /// Names and terms, read by their order.
    TEXT,
    /// Looked up by texts or terms that most buckets may not have: a filter saves reading a block.
    LOOKUP
  }

  static final int FORMAT_VERSION = 5;

  /// The query reads the series of a metric one after the other; a block is read and verified as
  /// one.
  private static final int SEQUENTIAL_BLOCK_BYTES = 32 << 10;

  private static final int TEXT_BLOCK_BYTES = 16 << 10;
  private static final int LOOKUP_BLOCK_BYTES = 8 << 10;

  /// One lookup in a hundred reads a block in vain.
  private static final int BITS_A_KEY = 10;

  private static final String HOST = "goku";

  static {
    RocksDB.loadLibrary();
  }

  private final BloomFilter filter = new BloomFilter(BITS_A_KEY);
  private final Options blocks;
  private final Options text;
  private final Options lookup;

  SstSettings() {
    blocks = options(CompressionType.NO_COMPRESSION, table(SEQUENTIAL_BLOCK_BYTES));
    text = options(CompressionType.ZSTD_COMPRESSION, table(TEXT_BLOCK_BYTES));
    lookup =
        options(
            CompressionType.ZSTD_COMPRESSION, table(LOOKUP_BLOCK_BYTES).setFilterPolicy(filter));
  }

  Options options(Kind kind) {
    return switch (kind) {
      case BLOCKS -> blocks;
      case TEXT -> text;
      case LOOKUP -> lookup;
    };
  }

  @Override
  public void close() {
    for (RocksObject object : new RocksObject[] {lookup, text, blocks, filter}) {
      object.close();
    }
  }

  private static BlockBasedTableConfig table(int blockBytes) {
    return new BlockBasedTableConfig()
        .setFormatVersion(FORMAT_VERSION)
        .setChecksumType(ChecksumType.kCRC32c)
        .setBlockSize(blockBytes)
        .setNoBlockCache(true)
        .setOptimizeFiltersForMemory(false);
  }

  private static Options options(CompressionType compression, BlockBasedTableConfig table) {
    var properties = new Properties();
    properties.setProperty("db_host_id", HOST);
    try (DBOptions db = DBOptions.getDBOptionsFromProps(properties);
        var family = new ColumnFamilyOptions()) {
      return new Options(db, family).setCompressionType(compression).setTableFormatConfig(table);
    }
  }
}

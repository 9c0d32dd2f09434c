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

/// The settings of SST files. Values that RocksDB would otherwise take from the machine are fixed,
/// so that the same content gives the same bytes. Owned by one thread.
///
/// - The host name is a property of a file. It is a constant here.
/// - Bloom filters are not rounded up to sizes of the allocator, as those depend on earlier
///   filters.
/// - Format 5 is used because later formats mix a random number into the checksum of each block.
///   The checksum is CRC32C, as `FileIdentity` computes a new one for the block of properties.
///
/// Zstandard makes names a fifth smaller and postings less than half as large. LZ4 saves nothing on
/// names and a third on postings.
final class SstSettings implements AutoCloseable {
  /// The purpose of a file.
  enum Kind {
    /// Encoded blocks, which do not compress further, read in key order.
    BLOCKS,
    /// Names and terms, read in key order.
    TEXT,
    /// Entries looked up by texts or terms that most buckets may lack: a filter saves reading a
    /// block.
    LOOKUP
  }

  static final int FORMAT_VERSION = 5;

  /// The block size of files that are read in order. A query reads the series of a metric one after
  /// the other. A block is read and verified as a whole.
  private static final int SEQUENTIAL_BLOCK_BYTES = 32 << 10;

  private static final int TEXT_BLOCK_BYTES = 16 << 10;
  private static final int LOOKUP_BLOCK_BYTES = 8 << 10;

  /// The bits of the filter per key: one lookup of a missing key in a hundred reads a block in
  /// vain.
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

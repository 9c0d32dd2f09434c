package goku.longterm.tier;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.Env;
import org.rocksdb.HyperClockCache;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/// The shared resources of all databases of a node, with one limit of memory. The cache of blocks
/// includes index and filter blocks and the charge of memtables, and never exceeds its capacity.
/// Other memory of RocksDB, for open tables, is limited by their number and counted. Thread-safe.
public final class RocksResources implements AutoCloseable {
  /// The size of memtables, which stay empty: data arrive only by ingesting files.
  private static final long WRITE_BUFFER_BYTES = 64 << 10;

  private static final long WRITE_BUFFERS_BYTES = 8 << 20;

  /// The limit for each database. Opening a table costs a read of its footer and properties.
  private static final int MAX_OPEN_FILES = 256;

  private static final long LOG_FILE_BYTES = 1 << 20;

  /// The step in which a manifest grows. The default of 4 MiB for each database is more than the
  /// datapoints of a day of a small node.
  private static final long MANIFEST_GROWTH_BYTES = 64 << 10;

  static {
    RocksDB.loadLibrary();
  }

  private final Cache cache;
  private final WriteBufferManager writeBuffers;
  private final BloomFilter filters = new BloomFilter();
  private final Set<TierDatabase> open = ConcurrentHashMap.newKeySet();

  private boolean closed; // guarded by this

  /// @param blockCacheBytes capacity of the cache of blocks
  public RocksResources(long blockCacheBytes, MeterRegistry registry) {
    // few large cache shards, so that one has room for the index of a large table
    cache = new HyperClockCache(blockCacheBytes, 0, -1, true);
    writeBuffers = new WriteBufferManager(WRITE_BUFFERS_BYTES, cache);
    gauge(registry, "used", "block-cache", all -> all.read(Cache::getUsage));
    gauge(registry, "used", "memtables", all -> all.sum("rocksdb.cur-size-all-mem-tables"));
    gauge(registry, "used", "table-readers", all -> all.sum("rocksdb.estimate-table-readers-mem"));
    gauge(registry, "pinned", "block-cache", all -> all.read(Cache::getPinnedUsage));
    gauge(registry, "budget", "block-cache", all -> (double) blockCacheBytes);
  }

  /// Frees the resources. All databases must be closed before.
  @Override
  public synchronized void close() {
    closed = true;
    filters.close();
    writeBuffers.close();
    cache.close();
  }

  /// Returns the options of a database whose files stay as they were ingested.
  Options options() {
    return new Options()
        .setCreateIfMissing(true)
        .setEnv(Env.getDefault())
        .setWriteBufferManager(writeBuffers)
        .setWriteBufferSize(WRITE_BUFFER_BYTES)
        .setDisableAutoCompactions(true)
        .setMaxOpenFiles(MAX_OPEN_FILES)
        .setMaxBackgroundJobs(1)
        .setSkipStatsUpdateOnDbOpen(true)
        .setStatsDumpPeriodSec(0)
        .setStatsPersistPeriodSec(0)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setKeepLogFileNum(2)
        .setManifestPreallocationSize(MANIFEST_GROWTH_BYTES)
        .setMaxLogFileSize(LOG_FILE_BYTES)
        .setTableFormatConfig(
            new BlockBasedTableConfig()
                .setBlockCache(cache)
                // existing filters of files are used only if there is a policy
                .setFilterPolicy(filters)
                .setIndexType(IndexType.kBinarySearch)
                .setCacheIndexAndFilterBlocks(true)
                .setCacheIndexAndFilterBlocksWithHighPriority(true));
  }

  void opened(TierDatabase database) {
    open.add(database);
  }

  void closed(TierDatabase database) {
    open.remove(database);
  }

  /// Reads the cache, whose memory is freed when it is closed. Metrics are read until the process
  /// ends.
  private synchronized double read(ToLongFunction<Cache> value) {
    return closed ? 0 : value.applyAsLong(cache);
  }

  private double sum(String property) {
    return open.stream().mapToDouble(database -> (double) database.property(property)).sum();
  }

  private void gauge(
      MeterRegistry registry, String what, String purpose, ToDoubleFunction<RocksResources> value) {
    Gauge.builder("goku.long.memory." + what, this, value)
        .description("off-heap bytes of RocksDB; memtables are part of the block cache")
        .baseUnit("bytes")
        .tag("purpose", purpose)
        .register(registry);
  }
}

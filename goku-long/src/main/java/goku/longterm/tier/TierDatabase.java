package goku.longterm.tier;

import goku.format.sst.KeyType;
import goku.format.sst.SstBucket;
import goku.format.sst.SstKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/// A database of RocksDB whose content comes and goes in whole files: never compacted, so a bucket
/// is its ingested files, and dropping it removes them. Thread-safe.
///
/// Each file has keys of one bucket and one type, so no two files overlap, and all lie in the last
/// level. Only there does RocksDB remove files by range.
final class TierDatabase implements AutoCloseable {
  private final Path directory;
  private final RocksResources resources;
  private final Options options;
  private final RocksDB db;

  /// Closing waits for calls that are under way.
  private final ReadWriteLock life = new ReentrantReadWriteLock();

  private boolean closed;

  private TierDatabase(Path directory, RocksResources resources, Options options, RocksDB db) {
    this.directory = directory;
    this.resources = resources;
    this.options = options;
    this.db = db;
    resources.opened(this);
  }

  /// Files that a process left when it died, and that are not part of the database, are removed.
  ///
  /// @param directory made when it is absent; what it lies in exists
  static TierDatabase open(Path directory, RocksResources resources) throws RocksDBException {
    Options options = resources.options();
    try {
      var database =
          new TierDatabase(
              directory, resources, options, RocksDB.open(options, directory.toString()));
      return database;
    } catch (RocksDBException failed) {
      options.close();
      throw failed;
    }
  }

  /// The database itself, for reading until `close`.
  RocksDB db() {
    return db;
  }

  /// Buckets whose marker key is there: those of which all keys are.
  Set<SstBucket> marked() throws RocksDBException {
    Set<SstBucket> marked = new HashSet<>();
    try (RocksIterator keys = db.newIterator()) {
      for (keys.seek(new byte[] {(byte) KeyType.MARKER.code()}); keys.isValid(); keys.next()) {
        marked.add(KeyPrefix.of(keys.key()).bucket());
      }
      keys.status();
    }
    return marked;
  }

  /// Buckets that have any file.
  Set<SstBucket> present() {
    Set<SstBucket> present = new HashSet<>();
    for (LiveFileMetaData file : db.getLiveFilesMetaData()) {
      present.add(KeyPrefix.of(file.smallestKey()).bucket());
    }
    return present;
  }

  /// Takes the files over, all at once or none, even if the process or the machine dies. They are
  /// gone from where they were.
  void ingest(List<Path> files) {
    life.readLock().lock();
    try (var how = new IngestExternalFileOptions()) {
      how.setMoveFiles(true);
      requireOpen();
      db.ingestExternalFile(files.stream().map(Path::toString).toList(), how);
    } catch (RocksDBException failed) {
      throw StoreException.of("ingest a bucket into", directory, failed);
    } finally {
      life.readLock().unlock();
    }
  }

  /// Removes all files of the bucket, all at once or none; nothing is rewritten.
  void remove(SstBucket bucket) {
    List<byte[]> ranges = new ArrayList<>();
    var keys = new SstKeys(bucket);
    for (KeyType type : KeyType.values()) {
      byte[] prefix = keys.prefix(type);
      ranges.add(prefix);
      ranges.add(SstKeys.behind(prefix));
    }
    life.readLock().lock();
    try {
      requireOpen();
      db.deleteFilesInRanges(db.getDefaultColumnFamily(), ranges, false);
    } catch (RocksDBException failed) {
      throw StoreException.of("remove a bucket from", directory, failed);
    } finally {
      life.readLock().unlock();
    }
  }

  /// A number that RocksDB knows about itself; 0 when it is closed.
  long property(String name) {
    life.readLock().lock();
    try {
      return closed ? 0 : db.getLongProperty(name);
    } catch (RocksDBException unknown) {
      throw new IllegalStateException("RocksDB knows no " + name, unknown);
    } finally {
      life.readLock().unlock();
    }
  }

  /// Nobody may read from it any more.
  @Override
  public void close() {
    life.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        resources.closed(this);
        db.close();
        options.close();
      }
    } finally {
      life.writeLock().unlock();
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new StoreException(directory + " is closed");
    }
  }
}

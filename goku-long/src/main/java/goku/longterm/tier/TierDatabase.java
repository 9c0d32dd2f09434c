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
import org.rocksdb.SstFileReader;

/// A database of RocksDB whose content comes and goes in whole files. It is never compacted, so a
/// bucket consists of its ingested files, and dropping the bucket removes them. Thread-safe.
///
/// Each file has keys of one bucket and one type, so no two files overlap, and all are in the last
/// level. RocksDB removes files by range only there.
final class TierDatabase implements AutoCloseable {
  private final Path directory;
  private final RocksResources resources;
  private final Options options;
  private final RocksDB db;

  /// The lock by which closing waits for calls in progress.
  private final ReadWriteLock life = new ReentrantReadWriteLock();

  private boolean closed;

  private TierDatabase(Path directory, RocksResources resources, Options options, RocksDB db) {
    this.directory = directory;
    this.resources = resources;
    this.options = options;
    this.db = db;
    resources.opened(this);
  }

  /// Opens a database. Files that a crashed process left, and that are no part of the database, are
  /// removed.
  ///
  /// @param directory directory, created if absent; its parent exists
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

  /// Returns the database, which can be read until `close`.
  RocksDB db() {
    return db;
  }

  /// Returns the buckets whose marker key exists: those that are complete.
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

  /// Returns the buckets that have any file.
  Set<SstBucket> present() {
    Set<SstBucket> present = new HashSet<>();
    for (LiveFileMetaData file : db.getLiveFilesMetaData()) {
      present.add(KeyPrefix.of(file.smallestKey()).bucket());
    }
    return present;
  }

  /// Takes the files over, all or none, even at a crash of the process or the machine. The files
  /// are moved.
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

  /// Returns the buckets with a file that cannot be opened. RocksDB itself opens most files of a
  /// large database only when it needs them.
  Set<SstBucket> unreadable() {
    Set<SstBucket> unreadable = new HashSet<>();
    life.readLock().lock();
    try {
      requireOpen();
      for (LiveFileMetaData file : db.getLiveFilesMetaData()) {
        try (var reader = new SstFileReader(options)) {
          reader.open(Path.of(file.path(), file.fileName()).toString());
        } catch (RocksDBException broken) {
          unreadable.add(KeyPrefix.of(file.smallestKey()).bucket());
        }
      }
    } finally {
      life.readLock().unlock();
    }
    return unreadable;
  }

  /// Removes all files of the bucket, all or none, without rewriting anything.
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

  /// Returns a property of RocksDB; 0 when closed.
  long property(String name) {
    life.readLock().lock();
    try {
      return closed ? 0 : db.getLongProperty(name);
    } catch (RocksDBException unknown) {
      throw new IllegalStateException("cannot read property=" + name + " of RocksDB", unknown);
    } finally {
      life.readLock().unlock();
    }
  }

  /// Closes the database, which nothing may read any longer.
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
      throw new StoreException("cannot use database=" + directory + ": closed");
    }
  }
}

package goku.longterm.tier;

import goku.format.sst.SstBucket;
import goku.tier.DirectoryTree;
import goku.tier.Manifest;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The data of a shard on one disk, hot or cold: a database, the manifests of its buckets, and a
/// staging directory for buckets to be ingested. Thread-safe.
///
/// | In the directory | |
/// | --- | --- |
/// | `db` | the database |
/// | `db.broken` | the last database that could not be opened, kept for a while |
/// | `manifests` | one file for each bucket in the database |
/// | `staging` | buckets that are being downloaded; emptied at every start |
final class DataPath implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DataPath.class);

  private final Path directory;
  private final ManifestFiles manifests;
  private final TierDatabase database;
  private final Map<SstBucket, Manifest> found;

  private DataPath(
      Path directory,
      ManifestFiles manifests,
      TierDatabase database,
      Map<SstBucket, Manifest> found) {
    this.directory = directory;
    this.manifests = manifests;
    this.database = database;
    this.found = found;
  }

  /// Opens the existing data and finishes the work of an earlier process. A bucket exists if it has
  /// its marker key and its manifest; otherwise its remains are removed. A broken database is
  /// renamed and replaced by an empty one.
  ///
  /// @throws StoreException when the directory cannot be used
  static DataPath open(Path directory, RocksResources resources, MeterRegistry registry) {
    try {
      Files.createDirectories(directory.resolve("manifests"));
      DirectoryTree.remove(directory.resolve("staging"));
      Files.createDirectories(directory.resolve("staging"));
    } catch (IOException failed) {
      throw unusable(directory, failed);
    }
    try {
      return openDatabase(directory, resources);
    } catch (RocksDBException failed) {
      if (!isBroken(failed)) {
        throw StoreException.of("open", directory.resolve("db"), failed);
      }
      setAside(directory, failed);
      registry.counter("goku.long.databases.broken").increment();
    }
    try {
      return openDatabase(directory, resources);
    } catch (RocksDBException failed) {
      throw StoreException.of("open", directory.resolve("db"), failed);
    }
  }

  /// Returns the buckets found when it was opened.
  Map<SstBucket, Manifest> found() {
    return found;
  }

  RocksDB db() {
    return database.db();
  }

  /// Returns the directory for files of buckets before they are ingested, on the same disk.
  Path staging() {
    return directory.resolve("staging");
  }

  /// Takes the files over. The bucket exists from then on, also after a crash. On failure, nothing
  /// of it exists.
  void ingest(Manifest manifest, List<Path> files) {
    SstBucket bucket = ManifestFiles.bucket(manifest);
    manifests.write(manifest);
    try {
      database.ingest(files);
    } catch (StoreException failed) {
      manifests.remove(bucket);
      throw failed;
    }
  }

  /// Returns the buckets with a file that cannot be opened.
  Set<SstBucket> unreadable() {
    return database.unreadable();
  }

  /// Marks the bucket for removal: after a crash before `remove`, the next start removes it.
  void condemn(SstBucket bucket) {
    manifests.remove(bucket);
  }

  /// Frees the space of a condemned bucket, which nothing reads any longer.
  void remove(SstBucket bucket) {
    database.remove(bucket);
  }

  @Override
  public void close() {
    database.close();
  }

  private static DataPath openDatabase(Path directory, RocksResources resources)
      throws RocksDBException {
    TierDatabase database = TierDatabase.open(directory.resolve("db"), resources);
    try {
      var manifests = new ManifestFiles(directory.resolve("manifests"));
      return new DataPath(directory, manifests, database, reconcile(manifests, database));
    } catch (IOException failed) {
      database.close();
      throw unusable(directory, failed);
    } catch (RocksDBException | RuntimeException failed) {
      database.close();
      throw failed;
    }
  }

  private static Map<SstBucket, Manifest> reconcile(ManifestFiles manifests, TierDatabase database)
      throws IOException, RocksDBException {
    Map<SstBucket, Manifest> whole = new HashMap<>(manifests.read());
    Set<SstBucket> marked = database.marked();
    for (SstBucket bucket : Set.copyOf(whole.keySet())) {
      if (!marked.contains(bucket)) {
        manifests.remove(bucket);
        whole.remove(bucket);
      }
    }
    Set<SstBucket> remains = new HashSet<>(database.present());
    remains.removeAll(whole.keySet());
    for (SstBucket bucket : remains) {
      LOG.info("removing remains of a bucket dropped before the restart bucket={}", bucket);
      database.remove(bucket);
    }
    return whole;
  }

  /// Returns whether RocksDB reports corruption or misses one of its files.
  private static boolean isBroken(RocksDBException failed) {
    return StoreException.isCorruption(failed)
        || String.valueOf(failed.getMessage()).contains("No such file or directory");
  }

  private static void setAside(Path directory, RocksDBException why) {
    Path broken = directory.resolve(ShardStore.BROKEN_DATABASE);
    LOG.error(
        "database broken, renamed, reloading its buckets from S3 database={} renamedTo={}",
        directory.resolve("db"),
        broken,
        why);
    try {
      DirectoryTree.remove(broken);
      Files.move(directory.resolve("db"), broken);
    } catch (IOException failed) {
      throw unusable(directory, failed);
    }
  }

  private static StoreException unusable(Path directory, IOException why) {
    return new StoreException(
        "cannot use directory=%s: %s; check that the directory exists, is writable and has room"
            .formatted(directory, why),
        new UncheckedIOException(why));
  }
}

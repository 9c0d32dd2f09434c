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
import org.rocksdb.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a shard has on one disk, the hot or the cold one: a database, the manifests of its buckets,
/// and a place where buckets wait to be ingested. Thread-safe.
///
/// | In the directory | |
/// | --- | --- |
/// | `db` | the database |
/// | `db.broken` | one that could not be opened, the last one |
/// | `manifests` | one file for each bucket in the database |
/// | `staging` | buckets on their way; emptied at every start |
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

  /// Opens what is there and finishes what an earlier process began: a bucket is there if it has
  /// its marker key and its manifest, else what is there of it is removed. A broken database is
  /// renamed and an empty one takes its place.
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

  /// What was there when it was opened.
  Map<SstBucket, Manifest> found() {
    return found;
  }

  RocksDB db() {
    return database.db();
  }

  /// Where files of buckets may be put until they are ingested: on the same disk.
  Path staging() {
    return directory.resolve("staging");
  }

  /// Takes the files over. The bucket is there from then on, also after the process died; when this
  /// fails, nothing of it is.
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

  /// Decides that the bucket goes: if the process dies before `remove`, the next start removes it.
  void condemn(SstBucket bucket) {
    manifests.remove(bucket);
  }

  /// Gives the space of a condemned bucket back. Nobody reads it any more.
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
      LOG.info("what is left of {} is removed, as decided before the restart", bucket);
      database.remove(bucket);
    }
    return whole;
  }

  /// Says so of itself, or misses one of its files.
  private static boolean isBroken(RocksDBException failed) {
    return (failed.getStatus() != null && failed.getStatus().getCode() == Status.Code.Corruption)
        || String.valueOf(failed.getMessage()).contains("No such file or directory");
  }

  private static void setAside(Path directory, RocksDBException why) {
    Path broken = directory.resolve("db.broken");
    LOG.error(
        "the database {} is broken and renamed to {}; its buckets are fetched again from S3",
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
        "cannot use %s (%s): check that it exists, may be written to and has room"
            .formatted(directory, why),
        new UncheckedIOException(why));
  }
}

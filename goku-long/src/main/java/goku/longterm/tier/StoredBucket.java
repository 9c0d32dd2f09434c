package goku.longterm.tier;

import goku.format.sst.SstBucket;
import goku.tier.Manifest;
import goku.tier.Tombstone;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.rocksdb.RocksDB;

/// A complete bucket in a database. To be read only while it is pinned.
///
/// @param manifest manifest of the bucket
/// @param db database with its keys
/// @param deletes deletes that it was built without, by metric: their data count as removed
/// @param onDamage to be called by a reader that finds a corrupt block or a wrong value
public record StoredBucket(
    Manifest manifest,
    RocksDB db,
    Map<String, List<Tombstone>> deletes,
    Consumer<String> onDamage) {
  public StoredBucket {
    deletes = Map.copyOf(deletes);
  }

  /// Creates a bucket of which nothing was deleted after it was built.
  public StoredBucket(Manifest manifest, RocksDB db) {
    this(manifest, db, Map.of());
  }

  /// Creates a bucket whose damage nobody repairs.
  public StoredBucket(Manifest manifest, RocksDB db, Map<String, List<Tombstone>> deletes) {
    this(manifest, db, deletes, cause -> {});
  }

  /// Returns the bucket part of its keys.
  public SstBucket keys() {
    return new SstBucket(manifest.tier(), manifest.startMillis(), manifest.generation());
  }
}

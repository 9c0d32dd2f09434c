package goku.longterm.tier;

import goku.format.sst.SstBucket;
import goku.tier.Manifest;
import goku.tier.Tombstone;
import java.util.List;
import java.util.Map;
import org.rocksdb.RocksDB;

/// A bucket that is completely in a database. To be read only while it is pinned.
///
/// @param manifest what it has
/// @param db the database that has its keys
/// @param deletes that it was made without, by metric: what they are about counts as gone
public record StoredBucket(Manifest manifest, RocksDB db, Map<String, List<Tombstone>> deletes) {
  public StoredBucket {
    deletes = Map.copyOf(deletes);
  }

  /// A bucket of which nothing was deleted since it was made.
  public StoredBucket(Manifest manifest, RocksDB db) {
    this(manifest, db, Map.of());
  }

  /// What its keys begin with.
  public SstBucket keys() {
    return new SstBucket(manifest.tier(), manifest.startMillis(), manifest.generation());
  }
}

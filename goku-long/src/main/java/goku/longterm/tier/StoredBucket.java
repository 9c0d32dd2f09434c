package goku.longterm.tier;

import goku.format.sst.SstBucket;
import goku.tier.Manifest;
import org.rocksdb.RocksDB;

/// A bucket that is completely in a database. To be read only while it is pinned.
///
/// @param manifest what it has
/// @param db the database that has its keys
public record StoredBucket(Manifest manifest, RocksDB db) {
  /// What its keys begin with.
  public SstBucket keys() {
    return new SstBucket(manifest.tier(), manifest.startMillis(), manifest.generation());
  }
}

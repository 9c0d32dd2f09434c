package goku.longterm.tier;

import goku.format.sst.SstBucket;
import goku.tier.Manifest;
import java.util.function.Consumer;

/// A bucket in one of a shard's databases, with the number of its pins. Guarded by its shard's
/// lock.
final class HeldBucket {
  private final Manifest manifest;
  private final DataPath path;
  private int pins;

  HeldBucket(Manifest manifest, DataPath path) {
    this.manifest = manifest;
    this.path = path;
  }

  Manifest manifest() {
    return manifest;
  }

  DataPath path() {
    return path;
  }

  SstBucket keys() {
    return ManifestFiles.bucket(manifest);
  }

  /// @param onDamage receives the cause when a reader finds the bucket damaged
  StoredBucket stored(ShardDeletes deletes, Consumer<String> onDamage) {
    return new StoredBucket(manifest, path.db(), deletes.missedBy(manifest), onDamage);
  }

  void pin() {
    pins++;
  }

  void unpin() {
    pins--;
  }

  boolean isPinned() {
    return pins > 0;
  }
}

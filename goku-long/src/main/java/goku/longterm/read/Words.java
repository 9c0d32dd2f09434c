package goku.longterm.read;

import goku.format.sst.SstKeys;
import goku.longterm.read.access.BucketDb;
import goku.longterm.read.mask.Masks;
import goku.model.NameKind;
import goku.model.NameText;
import org.rocksdb.RocksIterator;

/// The names of one kind in the dictionary of a bucket, in byte order. Owned by one thread.
final class Words {
  private final BucketDb bucket;
  private final NameKind kind;
  private final Masks masks;

  /// @param masks names that no longer have any series
  Words(BucketDb bucket, NameKind kind, Masks masks) {
    this.bucket = bucket;
    this.kind = kind;
    this.masks = masks;
  }

  boolean has(String name) {
    return bucket.get(key(name), value -> true) != null && masks.isLeft(bucket, kind, name);
  }

  /// Offers the names with the prefix in order, until one is not among the best.
  void offer(String prefix, BestWords best) {
    byte[] from = key(prefix);
    RocksIterator names = bucket.iterator(from, from);
    boolean isNeeded = true;
    for (; isNeeded && bucket.isValid(names); names.next()) {
      byte[] name = SstKeys.textOf(names.key());
      if (bucket.deletes().isEmpty() || masks.isLeft(bucket, kind, NameText.text(name))) {
        isNeeded = best.offer(name);
      }
    }
  }

  private byte[] key(String text) {
    byte[] stored = NameText.bytes(text);
    return switch (kind) {
      case METRIC -> bucket.keys().metric(stored);
      case TAG_KEY -> bucket.keys().tagKey(stored);
      case TAG_VALUE -> bucket.keys().tagValue(stored);
    };
  }
}

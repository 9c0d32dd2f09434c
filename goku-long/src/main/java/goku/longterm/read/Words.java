package goku.longterm.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.format.sst.SstKeys;
import goku.longterm.read.access.BucketDb;
import goku.longterm.read.mask.Masks;
import goku.model.NameKind;
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
      if (bucket.deletes().isEmpty() || masks.isLeft(bucket, kind, new String(name, UTF_8))) {
        isNeeded = best.offer(name);
      }
    }
  }

  private byte[] key(String text) {
    byte[] utf8 = text.getBytes(UTF_8);
    return switch (kind) {
      case METRIC -> bucket.keys().metric(utf8);
      case TAG_KEY -> bucket.keys().tagKey(utf8);
      case TAG_VALUE -> bucket.keys().tagValue(utf8);
    };
  }
}

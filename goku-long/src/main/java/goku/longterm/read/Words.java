package goku.longterm.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.format.sst.SstKeys;
import goku.longterm.read.access.BucketDb;
import goku.model.NameKind;
import org.rocksdb.RocksIterator;

/// The names of one kind in the dictionary of a bucket, which is in byte order. Owned by one
/// thread.
final class Words {
  private final BucketDb bucket;
  private final NameKind kind;

  Words(BucketDb bucket, NameKind kind) {
    this.bucket = bucket;
    this.kind = kind;
  }

  boolean has(String name) {
    return bucket.get(key(name), value -> true) != null;
  }

  /// Offers the first names with the prefix, until one is not among the best.
  void offer(String prefix, BestWords best) {
    byte[] from = key(prefix);
    RocksIterator names = bucket.iterator(from, from);
    while (bucket.isValid(names) && best.offer(SstKeys.textOf(names.key()))) {
      names.next();
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

package goku.longterm.tier;

import goku.format.sst.KeyType;
import goku.format.sst.SstBucket;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;

/// A check that a bucket can be ingested from files: they have only keys of this bucket, of one
/// type in each file, and a marker. Other files would be mixed with those of other buckets and
/// could not be removed again.
final class SstCheck {
  private SstCheck() {}

  /// @throws StoreException when the bucket cannot be ingested from the files
  static void check(SstBucket bucket, List<Path> files, RocksResources resources) {
    boolean marked = false;
    try (Options options = resources.options();
        var how = new ReadOptions().setFillCache(false)) {
      for (Path file : files) {
        marked |= typeOf(bucket, file, options, how) == KeyType.MARKER.code();
      }
    }
    if (!marked) {
      throw new StoreException(
          "cannot ingest bucket=%s: no marker among its %d files".formatted(bucket, files.size()));
    }
  }

  private static int typeOf(SstBucket bucket, Path file, Options options, ReadOptions how) {
    try (var reader = new SstFileReader(options)) {
      reader.open(file.toString());
      try (var keys = reader.newIterator(how)) {
        keys.seekToFirst();
        keys.status();
        if (!keys.isValid()) {
          throw new StoreException("cannot ingest file=" + file + ": no keys");
        }
        KeyPrefix first = KeyPrefix.of(keys.key());
        keys.seekToLast();
        keys.status();
        KeyPrefix last = KeyPrefix.of(keys.key());
        var wanted = new KeyPrefix(first.type(), bucket);
        if (!first.equals(wanted) || !last.equals(wanted)) {
          throw new StoreException(
              "cannot ingest file=%s: found keys from %s to %s, wanted those of one type of %s"
                  .formatted(file, first, last, bucket));
        }
        return first.type();
      }
    } catch (RocksDBException broken) {
      throw new StoreException(
          "cannot ingest file=%s: not a table of RocksDB (%s)".formatted(file, broken.getMessage()),
          broken);
    }
  }
}

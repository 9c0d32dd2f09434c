package goku.compactor.sst;

import goku.tier.Manifest;
import goku.tier.StoredFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;

/// All keys and values of a bucket's files as text, read only by RocksDB.
final class SstContent {
  private SstContent() {}

  static String dump(Path directory, Manifest manifest) throws RocksDBException {
    var text = new StringBuilder();
    for (StoredFile file : manifest.files()) {
      text.append("# ").append(file.name()).append('\n');
      HexFormat hex = HexFormat.of();
      read(
          directory.resolve(file.name()),
          (key, value) ->
              text.append(hex.formatHex(key))
                  .append(' ')
                  .append(hex.formatHex(value))
                  .append('\n'));
    }
    return text.toString();
  }

  static Map<byte[], byte[]> all(Path directory, Manifest manifest) throws RocksDBException {
    var all = new TreeMap<byte[], byte[]>(Arrays::compareUnsigned);
    for (StoredFile file : manifest.files()) {
      read(directory.resolve(file.name()), all::put);
    }
    return all;
  }

  private static void read(Path file, BiConsumer<byte[], byte[]> visitor) throws RocksDBException {
    try (var options = new Options();
        var reading = new ReadOptions();
        var reader = new SstFileReader(options)) {
      reader.open(file.toString());
      reader.verifyChecksum();
      try (var keys = reader.newIterator(reading)) {
        for (keys.seekToFirst(); keys.isValid(); keys.next()) {
          visitor.accept(keys.key(), keys.value());
        }
        keys.status();
      }
    }
  }
}

package goku.compactor.sst;

import static org.assertj.core.api.Assertions.assertThat;

import goku.tier.Manifest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

class TierIngestTest {
  @TempDir Path directory;
  @TempDir Path second;
  @TempDir Path db;

  @Test
  void allFilesOfABucketAreIngestedAtOnceIntoTheLastLevel() throws Exception {
    Manifest manifest = TierFixture.write(directory);
    Map<byte[], byte[]> wanted = SstContent.all(directory, manifest);
    List<String> files =
        manifest.files().stream().map(file -> directory.resolve(file.name()).toString()).toList();
    try (var options = new Options().setCreateIfMissing(true).setParanoidChecks(true);
        var ingest = new IngestExternalFileOptions().setMoveFiles(true)) {
      try (var opened = RocksDB.open(options, db.toString())) {
        opened.ingestExternalFile(files, ingest);
      }
      try (var opened = RocksDB.open(options, db.toString())) { // the manifest has identities
        opened.verifyChecksum();
        for (var entry : wanted.entrySet()) {
          assertThat(opened.get(entry.getKey())).isEqualTo(entry.getValue());
        }
        assertThat(opened.getLiveFilesMetaData())
            .hasSize(files.size())
            .allMatch(file -> file.level() == 6);
      }
    }
  }

  /// Checks the identities: if they were equal, the cache would mix up the blocks of the files.
  @Test
  void filesOfDifferentContentShareNoBlocksInACache() throws Exception {
    Manifest one = TierFixture.write(directory);
    List<TierFixture.Series> less = TierFixture.SAMPLE.subList(1, 6);
    Manifest other =
        TierFixture.write(second, TierFixture.METRICS, TierFixture.PAIRS, less, true, true);
    try (var options = new Options().setCreateIfMissing(true);
        var ingest = new IngestExternalFileOptions();
        var opened = RocksDB.open(options, db.toString())) {
      for (var bucket : Map.of(directory, one, second, other).entrySet()) {
        Path from = bucket.getKey();
        opened.ingestExternalFile(
            bucket.getValue().files().stream()
                .map(file -> from.resolve(file.name()).toString())
                .toList(),
            ingest);
        SstContent.all(from, bucket.getValue())
            .forEach((key, value) -> assertThat(get(opened, key)).isEqualTo(value));
      }
    }
  }

  private static byte[] get(RocksDB opened, byte[] key) {
    try {
      return opened.get(key);
    } catch (org.rocksdb.RocksDBException e) {
      throw new AssertionError(e);
    }
  }
}

package goku.longterm.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.format.sst.KeyType;
import goku.longterm.Buckets;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A test of crashes between any two steps: a bucket exists or not, and no part of a missing bucket
/// stays on the disk.
class RecoveryTest {
  private static final BucketKey KEPT = Buckets.key(1, 100, 1);
  private static final BucketKey HALF = Buckets.key(1, 101, 1);

  @TempDir private Path directory;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final RocksResources resources = new RocksResources(64 << 20, registry);
  private Path path;

  @BeforeEach
  void aBucketExists() throws Exception {
    path = directory.resolve("path");
    try (DataPath open = open()) {
      ingest(open, KEPT);
    }
  }

  @AfterEach
  void close() {
    resources.close();
  }

  @Test
  void aManifestWithoutItsBucketIsRemoved() throws Exception {
    Manifest half = Buckets.write(directory.resolve("half"), HALF);
    new ManifestFiles(path.resolve("manifests")).write(half);
    assertOnlyKept();
  }

  @Test
  void filesWithoutTheMarkerAreRemoved() throws Exception {
    Manifest half = Buckets.write(directory.resolve("half"), HALF);
    new ManifestFiles(path.resolve("manifests")).write(half);
    List<Path> unmarked =
        half.files().stream()
            .limit(2)
            .map(file -> directory.resolve("half").resolve(file.name()))
            .toList();
    try (TierDatabase database = TierDatabase.open(path.resolve("db"), resources)) {
      database.ingest(unmarked);
    }
    assertOnlyKept();
  }

  @Test
  void anInterruptedDropIsFinished() throws Exception {
    try (DataPath open = open()) {
      ingest(open, HALF);
      assertThat(tables()).hasSize(6);
      open.condemn(Buckets.sst(HALF));
    }
    assertOnlyKept();
  }

  @Test
  void unfinishedDownloadsAreRemoved() throws Exception {
    Buckets.write(path.resolve("staging/1-2-3"), HALF);
    assertOnlyKept();
  }

  @Test
  void filesUnknownToTheDatabaseAreRemoved() throws Exception {
    // remains of an ingestion that linked its files and crashed before they were in the database
    Buckets.writeFile(path.resolve("db/000099.sst"), Buckets.sst(HALF), KeyType.DATA);
    assertOnlyKept();
  }

  @Test
  void aBrokenManifestCostsItsBucketOnly() throws Exception {
    try (DataPath open = open()) {
      ingest(open, HALF);
    }
    try (Stream<Path> files = Files.list(path.resolve("manifests"))) {
      for (Path file : files.filter(file -> file.toString().contains("2181600")).toList()) {
        Files.writeString(file, "{");
      }
    }
    assertOnlyKept();
  }

  @Test
  void aBrokenDatabaseIsSetAsideAndReplaced() throws Exception {
    for (int i = 1; i <= 2; i++) {
      Files.writeString(path.resolve("db/CURRENT"), "MANIFEST-999999\n");
      try (DataPath open = open()) {
        assertThat(open.found()).isEmpty();
        assertThat(path.resolve("db.broken/CURRENT")).hasContent("MANIFEST-999999");
        assertThat(registry.counter("goku.long.databases.broken").count()).isEqualTo(i);
        ingest(open, KEPT);
      }
      assertOnlyKept();
    }
  }

  @Test
  void aDatabaseThatMissesAFileIsSetAside() throws Exception {
    Files.delete(path.resolve("db").resolve(tables().getFirst()));
    try (DataPath open = open()) {
      assertThat(open.found()).isEmpty();
      assertThat(path.resolve("db.broken")).isDirectory();
      assertThat(path.resolve("manifests")).isEmptyDirectory();
    }
  }

  @Test
  void theErrorNamesTheDirectoryThatCannotBeCreated() throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "in the way");
    assertThatThrownBy(() -> DataPath.open(file.resolve("path"), resources, registry))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("cannot use directory=" + file.resolve("path"))
        .hasMessageContaining("check that the directory exists, is writable and has room");
  }

  private DataPath open() {
    return DataPath.open(path, resources, registry);
  }

  private void ingest(DataPath into, BucketKey key) throws Exception {
    Path written = directory.resolve("written");
    Manifest manifest = Buckets.write(written, key);
    List<Path> files =
        manifest.files().stream()
            .map(file -> move(written.resolve(file.name()), into.staging().resolve(file.name())))
            .toList();
    into.ingest(manifest, files);
  }

  private static Path move(Path from, Path to) {
    try {
      return Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /// Checks twice, as the first start must have cleaned up permanently.
  private void assertOnlyKept() throws Exception {
    for (int i = 0; i < 2; i++) {
      try (DataPath open = open()) {
        Map<?, Manifest> found = open.found();
        assertThat(found.values()).extracting(Manifest::bucket).containsExactly(KEPT);
      }
      assertThat(tables()).hasSize(3);
      assertThat(path.resolve("staging")).isEmptyDirectory();
      try (Stream<Path> manifests = Files.list(path.resolve("manifests"))) {
        assertThat(manifests).hasSize(1);
      }
    }
  }

  private List<String> tables() throws IOException {
    try (Stream<Path> files = Files.list(path.resolve("db"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".sst"))
          .sorted()
          .toList();
    }
  }
}

package goku.compactor.sst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.tier.Manifest;
import goku.tier.StoredFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TierDamageTest {
  @TempDir Path directory;

  @Test
  void aMissingFileIsNamed() throws IOException {
    Manifest manifest = TierFixture.write(directory);
    for (StoredFile file : manifest.files()) {
      Path path = directory.resolve(file.name());
      byte[] bytes = Files.readAllBytes(path);
      if (isRead(file)) {
        Files.delete(path);
        assertThatThrownBy(() -> readAll(manifest))
            .isInstanceOf(IOException.class)
            .hasMessageContaining(file.name());
        Files.write(path, bytes);
      }
    }
    assertThat(readAll(manifest)).hasSize(5);
  }

  @Test
  void aTruncatedFileIsNamed() throws IOException {
    Manifest manifest = TierFixture.write(directory);
    for (StoredFile file : manifest.files()) {
      Path path = directory.resolve(file.name());
      byte[] bytes = Files.readAllBytes(path);
      if (isRead(file)) {
        Files.write(path, Arrays.copyOf(bytes, bytes.length - 100));
        assertThatThrownBy(() -> readAll(manifest))
            .isInstanceOf(IOException.class)
            .hasMessageContaining(path.toString());
        Files.write(path, bytes);
      }
    }
  }

  @Test
  void aChangedByteOfDataIsFound() throws IOException {
    Manifest manifest = TierFixture.write(directory);
    var random = new Random(1);
    for (StoredFile file : manifest.files()) {
      Path path = directory.resolve(file.name());
      byte[] bytes = Files.readAllBytes(path);
      if (isRead(file)) {
        byte[] broken = bytes.clone();
        broken[random.nextInt(20)] ^= 1; // in the first block
        Files.write(path, broken);
        assertThatThrownBy(() -> readAll(manifest))
            .isInstanceOf(IOException.class)
            .hasMessageContaining(path.toString());
        Files.write(path, bytes);
      }
    }
  }

  @Test
  void aManifestThatContradictsTheFilesIsFound() throws IOException {
    Manifest m = TierFixture.write(directory);
    var other =
        new Manifest(
            m.version(),
            m.namespace(),
            m.shard(),
            m.tier(),
            m.startMillis(),
            m.lengthMillis(),
            m.generation(),
            m.raw(),
            m.rollupMillis(),
            m.series() + 1,
            m.points(),
            m.inputs(),
            m.files());
    assertThatThrownBy(() -> readAll(other))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("found 5 series, wanted 6");
  }

  /// Returns whether a compaction reads the file; the other files are only for queries.
  private static boolean isRead(StoredFile file) {
    return List.of("terms", "names", "columns", "marker").stream().anyMatch(file.name()::startsWith)
        || file.name().startsWith("data");
  }

  private List<String> readAll(Manifest manifest) throws IOException {
    try (var source = new TierBucketSource(directory, manifest)) {
      TierFixture.terms(source);
      return TierFixture.read(source);
    }
  }
}

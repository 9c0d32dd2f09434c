package goku.integration.storeddata;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A standalone process, some of whose files and objects are damaged. Each answer is exact or
/// marked, and answers are exact again where a good copy is left.
@TestInstance(Lifecycle.PER_CLASS)
class FlippedFilesIT {
  /// Places in the pages of a bucket file.
  private static final List<Double> IN_DATA = List.of(0.2, 0.4, 0.6);

  @SuppressWarnings("NullAway.Init") // set before the first test
  private PreparedRun prepared;

  @BeforeAll
  void keep(@TempDir Path directory) {
    prepared = new PreparedRun(directory);
  }

  @Test
  void flippedBytesOfBucketFilesAreReplacedFromS3() throws IOException {
    try (var run = prepared.copy()) {
      flip(StoredFiles.find(run.files.gokuS(), StoredFiles::isBucket));
      run.start();
      run.awaitExact();
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "goku.long", matches = "true")
  void anAdditionalFieldOfAMarkerRemovesNoDatapoint() throws IOException {
    try (var run = prepared.copy()) {
      run.start();
      List<Path> files = StoredFiles.find(run.files.s3().resolve("long"), StoredFiles::isSst);
      List<Path> markers = StoredFiles.find(run.files.s3().resolve("long"), StoredFiles::isMarker);
      assertThat(markers).isNotEmpty();
      for (Path marker : markers) {
        String text = Files.readString(marker);
        assertThat(text).startsWith("{");
        Files.writeString(marker, "{\"later\":1," + text.substring(1));
      }
      run.watch(Duration.ofSeconds(40));
      assertThat(files).allMatch(Files::exists);
      run.stop();
      StoredFiles.remove(run.files.gokuL());
      run.start();
      run.watch(Duration.ofSeconds(10));
      assertThat(files).allMatch(Files::exists);
    }
  }

  private static void flip(List<Path> files) throws IOException {
    assertThat(files).isNotEmpty();
    for (Path file : files) {
      for (double at : IN_DATA) {
        StoredFiles.flip(file, at);
      }
    }
  }
}

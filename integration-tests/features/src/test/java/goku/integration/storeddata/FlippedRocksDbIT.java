package goku.integration.storeddata;

import goku.testkit.TestForm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A standalone process, one byte of whose RocksDB files changes at a random offset. Answers are
/// exact or marked, and exact in the end, because S3 has all of it.
@TestInstance(Lifecycle.PER_CLASS)
@EnabledIfSystemProperty(named = "goku.long", matches = "true")
class FlippedRocksDbIT {
  private static final int FLIPS = 200;

  /// Flips for each start of a process.
  private static final int TOGETHER = 5;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private PreparedRun prepared;

  @BeforeAll
  void keep(@TempDir Path directory) {
    prepared = new PreparedRun(directory);
  }

  @Test
  void bytesThatFlipWhileTheProcessRunsAreReplaced() throws IOException {
    var random = new Random(TestForm.seed());
    try (var run = prepared.copy()) {
      run.start();
      run.awaitExact();
      for (int i = 0; i < FLIPS; i++) {
        flipOne(run, random);
        run.awaitExact();
      }
      run.watch(Duration.ofSeconds(10));
      run.stop();
      run.start();
      run.awaitExact();
    }
  }

  @Test
  void bytesThatFlippedBeforeTheStartAreReplaced() throws IOException {
    var random = new Random(TestForm.seed());
    try (var run = prepared.copy()) {
      for (int i = 0; i < FLIPS; i += TOGETHER) {
        for (int flip = 0; flip < TOGETHER; flip++) {
          flipOne(run, random);
        }
        run.start();
        run.awaitExact();
        run.stop();
      }
    }
  }

  private static void flipOne(StoredRun run, Random random) throws IOException {
    List<String> expected = List.of(".sst", "MANIFEST", "CURRENT");
    StoredFiles.flipAnyKind(run.files.gokuL(), FlippedRocksDbIT::kind, expected, random);
  }

  /// Names of RocksDB's files are a number and a kind, in either order.
  private static String kind(Path file) {
    return file.getFileName().toString().replaceAll("[-0-9]", "");
  }
}

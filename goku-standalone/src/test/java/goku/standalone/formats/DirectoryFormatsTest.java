package goku.standalone.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.cluster.formats.LevelInForce;
import goku.config.DataSize;
import goku.embedded.DataDirectory;
import goku.embedded.StartupProblem;
import goku.model.FormatLevel;
import goku.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A data directory under builds with made-up levels, one after the other.
class DirectoryFormatsTest {
  private static final Instant NOW = Instant.parse("2026-11-23T00:00:00Z");

  @TempDir private Path directory;
  private final ManualClock clock = new ManualClock(NOW);
  private DataDirectory data;

  @BeforeEach
  void open() {
    data = DataDirectory.open(directory, new DataSize(0));
  }

  @AfterEach
  void close() {
    data.close();
  }

  @Test
  void anEmptyDirectoryBeginsWithTheNewestLevel() {
    assertThat(levelOf(3)).isEqualTo(3);
    assertThat(directory.resolve("formats.json"))
        .hasContent(
            """
            {"version":1,"level":3,"since":1795392000000,"raisedBy":"creation",\
            "build":{"newest":3,"since":1795392000000},"checksum":"59725ca7"}
            """);
  }

  @Test
  void aDirectoryOfABuildWithoutLevelsBeginsWithTheFirstLevel() throws IOException {
    Files.createFile(data.s3().resolve("some"));
    assertThat(levelOf(3)).isEqualTo(FormatLevel.FIRST);
    assertThat(levelOf(3)).isEqualTo(FormatLevel.FIRST);
  }

  @Test
  void theLevelRisesADayAfterTheFirstStartOfTheBuild() {
    assertThat(levelOf(2)).isEqualTo(2);
    clock.advance(Duration.ofDays(30));
    try (var formats = DirectoryFormats.open(data, 3, clock)) {
      assertThat(formats.level()).isEqualTo(2);
    }
    clock.advance(Duration.ofDays(1).minusMillis(1));
    try (var formats = DirectoryFormats.open(data, 3, clock)) {
      formats.raiseIfDue();
      assertThat(formats.level()).isEqualTo(2);
      clock.advance(Duration.ofMillis(1));
      formats.raiseIfDue();
      assertThat(formats.level()).isEqualTo(3);
    }
    assertThat(levelOf(3)).isEqualTo(3);
  }

  @Test
  void aRollbackWorksUntilTheLevelRises() {
    assertThat(levelOf(2)).isEqualTo(2);
    assertThat(levelOf(3)).isEqualTo(2);
    clock.advance(Duration.ofHours(23));
    assertThat(levelOf(2)).isEqualTo(2);
    // the day begins again with the next upgrade
    clock.advance(Duration.ofHours(23));
    try (var formats = DirectoryFormats.open(data, 3, clock)) {
      formats.raiseIfDue();
      assertThat(formats.level()).isEqualTo(2);
      clock.advance(Duration.ofDays(1));
      formats.raiseIfDue();
      assertThat(formats.level()).isEqualTo(3);
    }
    assertThatThrownBy(() -> levelOf(2))
        .isInstanceOf(StartupProblem.class)
        .hasMessage(
            "cannot use data directory %s: its format level=3 is newer than this build, which reads"
                + " up to level 2; start the newer build again",
            directory);
  }

  @Test
  void theLevelIsRaisedByHandWhileTheProcessIsStopped() {
    assertThat(levelOf(2)).isEqualTo(2);
    assertThat(DirectoryFormats.raise(data, 3, NOW)).isEqualTo(new LevelInForce(3, NOW, "hand"));
    assertThat(levelOf(3)).isEqualTo(3);
    assertThatThrownBy(() -> DirectoryFormats.raise(data, 2, NOW))
        .hasMessageContaining("format level=3 is newer than this build");
  }

  /// Flips each bit of the file.
  @Test
  void aDamagedFileIsNeverTakenForAnotherLevel() throws IOException {
    assertThat(levelOf(2)).isEqualTo(2);
    Path file = directory.resolve("formats.json");
    byte[] content = Files.readAllBytes(file);
    for (int bit = 0; bit < content.length * 8; bit++) {
      byte[] damaged = content.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(file, damaged);
      try {
        assertThat(levelOf(2)).as("bit %d", bit).isEqualTo(2);
      } catch (StartupProblem refused) {
        assertThat(refused)
            .hasMessageStartingWith("cannot read " + file)
            .hasMessageEndingWith("`goku cluster formats raise --data=%s`", directory);
      }
    }
    Files.writeString(file, "");
    assertThatThrownBy(() -> levelOf(2)).isInstanceOf(StartupProblem.class);
    assertThat(DirectoryFormats.raise(data, 2, NOW).level()).isEqualTo(2);
    assertThat(levelOf(2)).isEqualTo(2);
  }

  private int levelOf(int newest) {
    try (var formats = DirectoryFormats.open(data, newest, clock)) {
      return formats.level();
    }
  }
}

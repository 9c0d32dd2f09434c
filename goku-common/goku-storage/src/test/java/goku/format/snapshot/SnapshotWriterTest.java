package goku.format.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import goku.codec.StreamImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotWriterTest {
  @TempDir Path directory;

  @Test
  void fileAppearsWhenItIsFinished() throws IOException {
    Path file = directory.resolve("a.snapshot");
    try (var writer = new SnapshotWriter(file, Sample.INFO)) {
      writer.metric("cpu".getBytes(UTF_8));
      assertThat(file).doesNotExist();
      writer.finish();
      assertThat(directory).isDirectoryContaining(f -> f.equals(file));
    }
    assertThat(files()).isEqualTo(1);
  }

  @Test
  void unfinishedSnapshotLeavesThePreviousOne() throws IOException {
    Path file = Files.writeString(directory.resolve("a.snapshot"), "before");
    try (var writer = new SnapshotWriter(file, Sample.INFO)) {
      writer.metric("cpu".getBytes(UTF_8));
    }
    assertThat(files()).isEqualTo(1);
    assertThat(file).hasContent("before");
  }

  @Test
  void leftoverOfADeadProcessIsOverwritten() throws IOException {
    Path file = directory.resolve("a.snapshot");
    Files.writeString(directory.resolve("a.snapshot.part"), "x".repeat(10_000));
    Told.write(file, Sample.INFO, Sample.RECORDS);
    assertThat(Told.read(file)).isEqualTo(Sample.RECORDS);
    assertThat(files()).isEqualTo(1);
  }

  @Test
  void vanishedDirectoryIsAnErrorThatLeavesNothing() throws IOException {
    Path below = Files.createDirectory(directory.resolve("below"));
    Path file = below.resolve("a.snapshot");
    try (var writer = new SnapshotWriter(file, Sample.INFO)) {
      writer.metric("cpu".getBytes(UTF_8));
      Files.delete(below.resolve("a.snapshot.part"));
      Files.delete(below);
      assertThatThrownBy(writer::finish).isInstanceOf(NoSuchFileException.class);
    }
    assertThat(files()).isZero();
    assertThatThrownBy(() -> new SnapshotWriter(file, Sample.INFO))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void fullDiskIsAnErrorThatLeavesNothing() throws IOException {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();
    Path part = directory.resolve("a.snapshot.part");
    Files.createSymbolicLink(part, full);
    assertThatThrownBy(
            () -> Told.write(directory.resolve("a.snapshot"), Sample.INFO, Sample.RECORDS))
        .isInstanceOf(IOException.class);
    assertThat(files()).isZero();
  }

  @Test
  void failedSnapshotCannotBeFinished() throws IOException {
    Path file = Files.createDirectory(directory.resolve("a.snapshot"));
    Files.writeString(file.resolve("in the way"), "");
    try (var writer = new SnapshotWriter(file, Sample.INFO)) {
      writer.metric("cpu".getBytes(UTF_8));
      assertThatThrownBy(writer::finish).isInstanceOf(IOException.class);
      assertThat(files()).isEqualTo(1);
      assertThatThrownBy(writer::finish).isInstanceOf(IOException.class);
    }
    assertThat(files()).isEqualTo(1);
  }

  @Test
  void numbersFollowTheOrderOfCalls() throws IOException {
    try (var writer = new SnapshotWriter(directory.resolve("a.snapshot"), Sample.INFO)) {
      assertThat(writer.metric("cpu".getBytes(UTF_8))).isEqualTo(0);
      assertThat(writer.pair("host=a".getBytes(UTF_8))).isEqualTo(1);
      assertThat(writer.series(1, new int[] {0, 1}, 2)).isEqualTo(0);
      assertThat(writer.series(2, new int[] {0}, 1)).isEqualTo(1);
      var image = new StreamImage();
      image.begin(1, 2);
      assertThatThrownBy(() -> writer.stream(0, image)).isInstanceOf(IllegalStateException.class);
      writer.streams(Sample.START, false);
      assertThatThrownBy(() -> writer.stream(2, image)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> writer.series(3, new int[] {0, 2}, 2))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private long files() throws IOException {
    try (var all = Files.list(directory)) {
      return all.count();
    }
  }
}

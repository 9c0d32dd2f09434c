package goku.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.config.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
  private static final DataSize ANY = new DataSize(0);

  @TempDir private Path temporary;

  @Test
  void createsItsParts() {
    try (DataDirectory data = DataDirectory.open(temporary.resolve("new/data"), ANY)) {
      assertThat(data.kafka()).isWritable();
      assertThat(data.zookeeper()).isWritable();
      assertThat(data.s3()).isWritable();
      assertThat(data.shortTerm()).isWritable().isEqualTo(data.root().resolve("short"));
    }
  }

  @Test
  void isNewUntilItsFirstStart() {
    try (DataDirectory data = DataDirectory.open(temporary.resolve("data"), ANY)) {
      assertThat(data.isNew()).isTrue();
    }
    try (DataDirectory data = DataDirectory.open(temporary.resolve("data"), ANY)) {
      assertThat(data.isNew()).isFalse();
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void onlyTheOwnerMayEnter() throws IOException {
    Path made = temporary.resolve("new/data");
    DataDirectory.open(made, ANY).close();
    assertThat(permissions(made)).isEqualTo("rwx------");
    Path empty = Files.createDirectory(temporary.resolve("empty"));
    Files.setPosixFilePermissions(empty, PosixFilePermissions.fromString("rwxr-xr-x"));
    DataDirectory.open(empty, ANY).close();
    assertThat(permissions(empty)).isEqualTo("rwx------");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aDirectoryWithContentKeepsItsPermissions() throws IOException {
    Path shared = Files.createDirectory(temporary.resolve("shared"));
    Files.createFile(shared.resolve("of others"));
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
    DataDirectory.open(shared, ANY).close();
    assertThat(permissions(shared)).isEqualTo("rwxr-xr-x");
  }

  private static String permissions(Path directory) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(directory));
  }

  @Test
  void refusesADirectoryInUseAndNamesTheProcess() {
    try (DataDirectory data = DataDirectory.open(temporary, ANY)) {
      assertThatThrownBy(() -> DataDirectory.open(temporary, ANY))
          .isInstanceOf(StartupProblem.class)
          .hasMessage(
              "cannot use data directory %s: it is in use by another Goku (process %d); stop that, or choose another directory"
                  .formatted(data.root(), ProcessHandle.current().pid()));
    }
  }

  @Test
  void canBeOpenedAgainAfterClose() {
    DataDirectory.open(temporary, ANY).close();
    DataDirectory.open(temporary, ANY).close();
  }

  @Test
  void refusesADiskThatIsTooFullAndFreesTheLock() {
    assertThatThrownBy(() -> DataDirectory.open(temporary, new DataSize(1L << 62)))
        .isInstanceOf(StartupProblem.class)
        .hasMessageMatching(
            "cannot use data directory .*: its disk has \\d+ MiB free, 4398046511104 MiB are"
                + " needed; .*");
    DataDirectory.open(temporary, ANY).close();
  }

  @Test
  void refusesAPathThatCannotBeADirectory() throws IOException {
    Path file = Files.createFile(temporary.resolve("file"));
    assertThatThrownBy(() -> DataDirectory.open(file.resolve("data"), ANY))
        .isInstanceOf(StartupProblem.class)
        .hasMessageContaining("cannot use data directory " + file.resolve("data") + ": ")
        .hasMessageContaining("make it writable for this user, or choose another");
  }
}

package goku.shortterm.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests on a disk with room for a megabyte.
class WholeFileTest {
  private FileSystem disk;
  private Path file;

  @BeforeEach
  void open() throws IOException {
    disk = Jimfs.newFileSystem(Configuration.unix().toBuilder().setMaxSize(1 << 20).build());
    file = Files.createDirectory(disk.getPath("/data")).resolve("bucket-0-1.goku");
  }

  @AfterEach
  void close() throws IOException {
    disk.close();
  }

  @Test
  void takesThePlaceOfAFileWhole() throws IOException {
    Files.writeString(file, "old");
    WholeFile.write(
        file,
        3,
        part -> {
          Files.writeString(part, "new");
          assertThat(file).hasContent("old");
        });
    assertThat(file).hasContent("new");
    assertThat(file.getParent()).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void aFullDiskIsSaidWithWhatToDoAndLeavesNothing() throws IOException {
    Files.writeString(file, "old");
    int needed = 2 << 20;
    assertThatThrownBy(
            () -> WholeFile.write(file, needed, part -> Files.write(part, new byte[needed])))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(
            "cannot write /data/bucket-0-1.goku, which needs 2097152 bytes where ")
        .hasMessageContaining("make room on that disk");
    assertThat(file).hasContent("old");
    assertThat(file.getParent()).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void aFailureOfAnotherKindPasses() {
    assertThatThrownBy(
            () ->
                WholeFile.write(
                    file,
                    1,
                    part -> {
                      Files.createFile(part);
                      throw new IllegalStateException("not the disk");
                    }))
        .hasMessage("not the disk");
    assertThatThrownBy(
            () ->
                WholeFile.write(
                    file,
                    1,
                    part -> {
                      throw new UncheckedIOException(new IOException("unchecked"));
                    }))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("unchecked)");
    assertThat(file.getParent()).isEmptyDirectory();
  }
}

package goku.testkit.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SimulatedDiskTest {
  private final SimulatedDisk disk = new SimulatedDisk(new Random(1));
  private final Path file = disk.root().resolve("a/b/file");

  @Test
  void filesAreWrittenMovedListedAndReadThroughJavaNio() throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file.resolveSibling("file.part"), "text");
    Files.move(file.resolveSibling("file.part"), file, StandardCopyOption.ATOMIC_MOVE);
    assertThat(file).hasContent("text").hasFileName("file");
    assertThat(Files.size(file)).isEqualTo(4);
    try (Stream<Path> files = Files.list(file.getParent())) {
      assertThat(files).containsExactly(file);
    }
    assertThat(Files.deleteIfExists(file)).isTrue();
    assertThat(Files.exists(file)).isFalse();
  }

  @Test
  void aMappingStaysReadableAfterTheFileIsRemoved() throws IOException {
    forced("text");
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mapped = map(arena);
      Files.delete(file);
      assertThat(mapped.toArray(ValueLayout.JAVA_BYTE)).isEqualTo("text".getBytes(UTF_8));
    }
  }

  @Test
  void aFlippedBitIsSeenByReadersAndByMappings() throws IOException {
    forced("text");
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mapped = map(arena);
      disk.flip(file, 1, 1);
      assertThat(file).hasContent("tdxt");
      assertThat(mapped.get(ValueLayout.JAVA_BYTE, 1)).isEqualTo((byte) 'd');
    }
  }

  @Test
  void aCrashKeepsForcedFilesInForcedDirectories() throws IOException {
    forced("text");
    for (int crash = 0; crash < 50; crash++) {
      disk.crash();
      assertThat(file).hasContent("text");
    }
  }

  @Test
  void aCrashLosesBytesThatWereNotForcedWhollyOrInPart() throws IOException {
    Set<String> left = new HashSet<>();
    for (int crash = 0; crash < 200; crash++) {
      forced("old");
      Files.writeString(file, "new text");
      disk.crash();
      left.add(Files.readString(file));
      Files.delete(file);
    }
    assertThat(left).contains("old", "new text", "new", "", "\0\0\0\0\0\0\0\0");
  }

  @Test
  void aCrashMayUndoNamesOfADirectoryThatWasNotForced() throws IOException {
    Path other = file.resolveSibling("other");
    Set<String> left = new HashSet<>();
    for (int crash = 0; crash < 50; crash++) {
      forced("text");
      Files.move(file, other, StandardCopyOption.ATOMIC_MOVE);
      Files.delete(other);
      disk.crash();
      left.add(Files.exists(file) + " " + Files.exists(other));
      Files.deleteIfExists(file);
      Files.deleteIfExists(other);
    }
    assertThat(left).containsExactlyInAnyOrder("true false", "false true", "false false");
  }

  @Test
  void anUnreadFlipLeavesWhatIsMapped() throws IOException {
    forced("text");
    try (var arena = Arena.ofConfined()) {
      MemorySegment mapped = map(arena);
      disk.flipUnread(file, 1, 1);
      assertThat(mapped.get(ValueLayout.JAVA_BYTE, 1)).isEqualTo((byte) 'e');
      assertThat(file).hasContent("tdxt");
      assertThat(disk.content(file)).asString().isEqualTo("tdxt");
    }
  }

  @Test
  void whatIsStoredIntoAMappingReachesTheFileAndIsLostByACrash() throws IOException {
    Set<String> left = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      forced("text");
      try (var arena = Arena.ofConfined();
          FileChannel opened =
              FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        MemorySegment mapped = opened.map(FileChannel.MapMode.READ_WRITE, 0, opened.size(), arena);
        mapped.set(ValueLayout.JAVA_BYTE, 0, (byte) 'n');
        assertThat(file).hasContent("next");
        disk.crash();
      }
      left.add(Files.readString(file));
    }
    assertThat(left).contains("text", "next");
  }

  @Test
  void aFullDiskRefusesToWrite() throws IOException {
    forced("text");
    disk.limit(6);
    assertThatIOException()
        .isThrownBy(() -> Files.writeString(file.resolveSibling("b"), "abc"))
        .withMessageContaining("No space left");
    assertThat(Files.getFileStore(file).getUsableSpace()).isEqualTo(2);
  }

  @Test
  void aFaultStopsAnOperation() throws IOException {
    forced("text");
    disk.fail(
        (operation, path) -> {
          if (operation == DiskFaults.Operation.DELETE) {
            throw new IOException("broken");
          }
        });
    assertThatIOException().isThrownBy(() -> Files.delete(file)).withMessage("broken");
    assertThat(file).hasContent("text");
  }

  private void forced(String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    try (FileChannel opened = FileChannel.open(file, StandardOpenOption.WRITE);
        FileChannel directory = FileChannel.open(file.getParent())) {
      opened.force(true);
      directory.force(true);
    }
  }

  private MemorySegment map(Arena arena) throws IOException {
    try (FileChannel opened = FileChannel.open(file)) {
      return opened.map(FileChannel.MapMode.READ_ONLY, 0, opened.size(), arena);
    }
  }
}

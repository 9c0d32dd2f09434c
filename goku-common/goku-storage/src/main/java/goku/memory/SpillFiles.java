package goku.memory;

import goku.fault.TroubleLog;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Spill regions in files: memory-mapped, so that the operating system writes the pages that nobody
/// uses to the disk and reads them again when they are used.
///
/// A file is written once before it is mapped, so that the disk has room for all of it: a store
/// into a page without room would end the process. It has no name afterwards, so that nothing is
/// left behind by a process that is killed. `du` does not show it, `df` does.
///
/// Thread-safe.
public final class SpillFiles implements Spill {
  private static final Logger LOG = LoggerFactory.getLogger(SpillFiles.class);

  /// The size of a region, small enough that one is soon free again.
  private static final int REGION_BYTES = 4 << 20;

  private static final String SUFFIX = ".spill";

  private final Path directory;
  private final long keepFreeBytes;
  private final TroubleLog trouble;

  /// Removes what a killed process has left.
  ///
  /// @param directory is created when it is needed; of this process only
  /// @param keepFreeBytes space of the disk that stays free for files that matter more
  public SpillFiles(Path directory, long keepFreeBytes) {
    this.directory = directory;
    this.keepFreeBytes = keepFreeBytes;
    trouble = new TroubleLog(LOG, Level.WARN, "spill failure", "directory=" + directory);
    removeLeftovers();
  }

  private void removeLeftovers() {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (var files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    } catch (IOException failed) {
      LOG.warn("leftover spill files not removed directory={}", directory, failed);
    }
  }

  @Override
  public Optional<Region> add() {
    try {
      if (room() < REGION_BYTES) {
        trouble.begin(
            "the disk is full, but for %d bytes that are kept for files".formatted(keepFreeBytes),
            null);
        return Optional.empty();
      }
      Region region = map();
      trouble.end();
      return Optional.of(region);
    } catch (IOException failed) {
      trouble.begin(failed.toString(), failed);
      return Optional.empty();
    }
  }

  @Override
  public long roomBytes() {
    try {
      return room();
    } catch (IOException unknown) {
      LOG.debug("room unknown directory={}", directory, unknown);
      return 0;
    }
  }

  private long room() throws IOException {
    Files.createDirectories(directory);
    return Files.getFileStore(directory).getUsableSpace() - keepFreeBytes;
  }

  private Region map() throws IOException {
    Path file = Files.createTempFile(directory, "slabs", SUFFIX);
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      var zeros = ByteBuffer.allocateDirect(REGION_BYTES);
      while (zeros.hasRemaining()) {
        channel.write(zeros);
      }
      Arena arena = Arena.ofShared();
      MemorySegment bytes = channel.map(FileChannel.MapMode.READ_WRITE, 0, REGION_BYTES, arena);
      return new Region(bytes, arena::close);
    } finally {
      Files.deleteIfExists(file);
    }
  }
}

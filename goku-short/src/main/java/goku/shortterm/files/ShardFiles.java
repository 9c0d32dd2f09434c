package goku.shortterm.files;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The directory of one shard. Names say what a file is:
///
/// | name | content |
/// | --- | --- |
/// | `bucket-<start, seconds>-<generation>.goku` | a finalized bucket |
/// | `snapshot-<offset>.goku` | a snapshot of the active data |
/// | `*.part` | being written or downloaded; removed at the next start |
/// | `*.broken` | could not be read, kept for whoever looks into it |
///
/// Thread-safe.
public final class ShardFiles {
  static final String PART = ".part";
  private static final String BROKEN = ".broken";
  private static final Logger LOG = LoggerFactory.getLogger(ShardFiles.class);

  private final Path directory;
  private final Counter broken;

  /// Makes the directory if need be, and removes what was not finished.
  public ShardFiles(Path directory, MeterRegistry registry) throws IOException {
    this.directory = Files.createDirectories(directory);
    broken =
        Counter.builder("goku.short.files.broken")
            .description("files of shards that could not be read and were set aside")
            .register(registry);
    for (Path unfinished : list(name -> name.endsWith(PART))) {
      Files.deleteIfExists(unfinished);
    }
  }

  public Path directory() {
    return directory;
  }

  /// Where the file of a bucket belongs.
  public Path bucket(long startMillis, int generation) {
    return directory.resolve(FileNames.bucket(startMillis, generation));
  }

  /// Where a snapshot belongs.
  public Path snapshot(long offset) {
    return directory.resolve(FileNames.snapshot(offset));
  }

  /// The files of buckets that are there.
  public List<Path> buckets() throws IOException {
    return list(name -> FileNames.parseBucket(name).isPresent());
  }

  /// The snapshots that are there, those of the highest offset first.
  public List<Path> snapshots() throws IOException {
    return list(name -> FileNames.parseSnapshot(name).isPresent()).reversed();
  }

  /// Renames a file that cannot be read, so that nothing reads it again. Logged and counted.
  public void setAside(Path file, Exception why) {
    broken.increment();
    Path aside = file.resolveSibling(file.getFileName() + BROKEN);
    try {
      Files.move(file, aside, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      LOG.error("{} is broken and now called {}: {}", file, aside.getFileName(), why.getMessage());
    } catch (IOException failed) {
      LOG.error(
          "{} is broken ({}) and cannot be set aside: remove it", file, why.getMessage(), failed);
    }
  }

  /// Removes a file that is not needed any more; one that is not there, too. A failure is logged.
  public void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException failed) {
      LOG.warn("cannot remove {}, which is not needed any more: remove it", file, failed);
    }
  }

  /// By name.
  private List<Path> list(Predicate<String> wanted) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> wanted.test(file.getFileName().toString()))
          .sorted(Comparator.comparing(file -> file.getFileName().toString()))
          .toList();
    }
  }
}

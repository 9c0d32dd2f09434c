package goku.shortterm.files;

import goku.format.PartFile;
import goku.model.ShardId;
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

/// The directory of one shard, with these files:
///
/// | name | content |
/// | --- | --- |
/// | `bucket-<start, seconds>-<generation>.goku` | a finalized bucket |
/// | `snapshot-<number>.goku` | a snapshot of the active data |
/// | `log-end.bin` | the end of the log that was seen last, see `LastEnd` |
/// | `*.part` | being written or downloaded; removed at the next start |
/// | `*.broken` | unreadable, kept for an examination for a while |
///
/// Thread-safe.
public final class ShardFiles {
  static final String PART = ".part";

  /// The end of the name of a copy that is not yet the file itself.
  public static final String COPY = ".copy" + PART;

  private static final String BROKEN = ".broken";
  private static final Logger LOG = LoggerFactory.getLogger(ShardFiles.class);

  private final Path directory;
  private final Counter broken;

  /// Creates the directory if necessary, and removes unfinished files.
  public ShardFiles(Path directory, MeterRegistry registry) throws IOException {
    this(registry, Files.createDirectories(directory));
    for (Path unfinished : list(name -> name.endsWith(PART))) {
      Files.deleteIfExists(unfinished);
    }
  }

  private ShardFiles(MeterRegistry registry, Path directory) {
    this.directory = directory;
    broken =
        Counter.builder("goku.short.files.broken")
            .description("files of shards that could not be read and were set aside")
            .register(registry);
  }

  /// Returns the files of a directory whose shard may be opened by another thread. Changes nothing.
  public static ShardFiles existing(Path directory, MeterRegistry registry) {
    return new ShardFiles(registry, directory);
  }

  /// Returns the directory of a shard.
  ///
  /// @param shards the directory of the shards of all namespaces
  public static Path directory(Path shards, ShardId shard) {
    return shards.resolve(shard.namespace()).resolve("%05d".formatted(shard.shard()));
  }

  public Path directory() {
    return directory;
  }

  /// Returns the path of a bucket's file.
  public Path bucket(long startMillis, int generation) {
    return directory.resolve(FileNames.bucket(startMillis, generation));
  }

  /// Returns the path of a snapshot.
  public Path snapshot(long number) {
    return directory.resolve(FileNames.snapshot(number));
  }

  /// Returns the existing bucket files.
  public List<Path> buckets() throws IOException {
    return list(name -> FileNames.parseBucket(name).isPresent());
  }

  /// Returns the existing snapshots, the highest number first.
  public List<Path> snapshots() throws IOException {
    return list(name -> FileNames.parseSnapshot(name).isPresent()).reversed();
  }

  /// Returns the files that were set aside.
  public List<Path> broken() throws IOException {
    return list(name -> name.endsWith(BROKEN));
  }

  /// Renames an unreadable file, so that it is not read again. Logged and counted.
  public void setAside(Path file, Exception why) {
    broken.increment();
    Path aside = file.resolveSibling(file.getFileName() + BROKEN);
    try {
      Files.move(file, aside, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      PartFile.forceDirectory(directory);
      LOG.error(
          "file corrupt, set aside file={} as={} cause={}",
          file,
          aside.getFileName(),
          why.getMessage());
    } catch (IOException failed) {
      LOG.error(
          "file corrupt, cannot be set aside, remove it file={} cause={}",
          file,
          why.getMessage(),
          failed);
    }
  }

  /// Removes a file that is no longer needed, if it exists. A failure is logged.
  public void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException failed) {
      LOG.warn("cannot remove a file that is no longer needed, remove it file={}", file, failed);
    }
  }

  /// Returns the wanted files by name.
  private List<Path> list(Predicate<String> wanted) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> wanted.test(file.getFileName().toString()))
          .sorted(Comparator.comparing(file -> file.getFileName().toString()))
          .toList();
    }
  }
}

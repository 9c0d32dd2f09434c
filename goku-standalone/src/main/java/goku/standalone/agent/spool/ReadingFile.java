package goku.standalone.agent.spool;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/// A file with the put lines of one reading.
///
/// @param bytes its size on disk
public record ReadingFile(Path path, long bytes) {
  private static final String SUFFIX = ".put.gz";
  private static final String PART = ".part";

  static boolean isReading(Path path) {
    return path.getFileName().toString().endsWith(SUFFIX);
  }

  static boolean isUnfinished(Path path) {
    return path.getFileName().toString().endsWith(PART);
  }

  /// Writes a reading. Two readings of one millisecond get different names.
  static ReadingFile write(Path directory, Instant time, List<String> lines) throws IOException {
    long millis = time.toEpochMilli();
    Path path = named(directory, millis);
    while (Files.exists(path)) {
      path = named(directory, ++millis);
    }
    Path part = directory.resolve(path.getFileName() + PART);
    try (var output = new GZIPOutputStream(Files.newOutputStream(part))) {
      for (String line : lines) {
        output.write(line.getBytes(UTF_8));
        output.write('\n');
      }
    }
    Files.move(part, path, StandardCopyOption.ATOMIC_MOVE);
    return new ReadingFile(path, Files.size(path));
  }

  private static Path named(Path directory, long millis) {
    return directory.resolve("%019d%s".formatted(millis, SUFFIX));
  }

  /// Returns the put lines of the reading.
  ///
  /// @throws IOException if the file cannot be read or is damaged
  public List<String> lines() throws IOException {
    try (var input = new GZIPInputStream(Files.newInputStream(path))) {
      return new String(input.readAllBytes(), UTF_8).lines().toList();
    }
  }
}

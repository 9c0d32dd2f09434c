package goku.service.clock;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The file `clock.txt` with the last time of which a process was sure: one line of text in ISO
/// 8601, for example `2026-03-01T12:00:00.123Z`. It is replaced as a whole.
///
/// @param directory the directory of the process's data
record ClockFile(Path directory) {
  private static final Logger LOG = LoggerFactory.getLogger(ClockFile.class);

  Path file() {
    return directory.resolve("clock.txt");
  }

  /// Returns the last certain time; empty if there is no file. An unreadable file is as good as one
  /// of 1970: no time is certain until there is evidence.
  Optional<Instant> read() {
    try {
      return Optional.of(
          Instant.parse(Files.readString(file(), StandardCharsets.US_ASCII).stripTrailing()));
    } catch (NoSuchFileException absent) {
      return Optional.empty();
    } catch (IOException | DateTimeException unreadable) {
      LOG.warn("file of the last certain time unreadable file={}", file(), unreadable);
      return Optional.of(Instant.EPOCH);
    }
  }

  void write(Instant certain) throws IOException {
    Path part = directory.resolve("clock.txt.part");
    Files.createDirectories(directory);
    try (FileChannel channel =
        FileChannel.open(
            part,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer line = ByteBuffer.wrap((certain + "\n").getBytes(StandardCharsets.US_ASCII));
      while (line.hasRemaining()) {
        channel.write(line);
      }
      channel.force(true);
    }
    Files.move(part, file(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}

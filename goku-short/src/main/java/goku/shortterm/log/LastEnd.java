package goku.shortterm.log;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The end of a shard's log that was seen last: the file `log-end.txt` in the directory of the
/// shard. The next opening compares it with the log, which may have lost records since the last
/// snapshot. A broker truncates a log at a damaged batch after a kill, for example.
///
/// The file has one line: the identity of the log, a space, the offset after its last record in 19
/// digits. It is overwritten in place and not forced to the disk, because it is written about every
/// second. A kill of the process does not lose it. After a power failure it may be old or
/// unreadable, and then proves nothing.
///
/// Owned by one thread at a time.
public final class LastEnd {
  private static final Logger LOG = LoggerFactory.getLogger(LastEnd.class);
  private static final String NAME = "log-end.txt";

  private final Path file;
  private String written = "";

  /// @param directory the directory of the shard
  public LastEnd(Path directory) {
    file = directory.resolve(NAME);
  }

  /// Returns the end that was seen of the log; empty if none is known.
  public OptionalLong of(LogRange log) {
    return read().filter(seen -> log.mayBe(seen.id)).stream().mapToLong(seen -> seen.end).findAny();
  }

  /// Records an end of the log. A failure is logged, and the last end stays.
  ///
  /// @param end the offset after the last record
  public void write(UUID log, long end) {
    String line = "%s %019d\n".formatted(log, end);
    if (line.equals(written)) {
      return;
    }
    try {
      Files.writeString(file, line, US_ASCII, CREATE, WRITE);
      written = line;
    } catch (IOException failed) {
      LOG.debug("end of the log not written file={}", file, failed);
    }
  }

  private record Seen(UUID id, long end) {}

  private Optional<Seen> read() {
    try {
      String[] words = Files.readString(file, US_ASCII).split("\\s", 3);
      return Optional.of(new Seen(UUID.fromString(words[0]), Long.parseLong(words[1])));
    } catch (NoSuchFileException absent) {
      return Optional.empty();
    } catch (IOException | RuntimeException unreadable) {
      LOG.warn("end of the log unreadable file={}", file, unreadable);
      return Optional.empty();
    }
  }
}

package goku.shortterm.log;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import goku.fault.TroubleLog;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The end of a shard's log that was seen last, and the oldest datapoints that no snapshot has: the
/// file `log-end.bin` in the directory of the shard. The next opening compares it with the log,
/// which may have lost records since the last snapshot. A broker truncates a log at a damaged batch
/// after a kill, for example.
///
/// | offset | bytes | content |
/// | --- | --- | --- |
/// | 0 | 8 | `GOKUEND1` in ASCII |
/// | 8 | 16 | the identity of the log, big-endian |
/// | 24 | 8 | big-endian: 16 bits of check, then 48 bits: the offset after the last record |
/// | 32 | 8 | likewise: the oldest time, in epoch millis, that was applied since the last snapshot |
///
/// The oldest time is 2⁴⁸ - 1 if there is none. It tells how far a loss reaches back, which
/// `backfill` does not: it may have been longer, and a datapoint may be older than `memory-ttl`.
///
/// The file is mapped, so that each applied record costs one store of eight bytes, which is atomic.
/// A kill of the process does not lose it. It is not forced to the disk: after a power failure it
/// may be old or unreadable, and then proves nothing. Earlier versions wrote the text file
/// `log-end.txt`: the identity, a space, the end in decimal digits. It is read if there is no
/// other.
///
/// Owned by one thread at a time.
public final class LastEnd {
  private static final Logger LOG = LoggerFactory.getLogger(LastEnd.class);
  private static final String NAME = "log-end.bin";
  private static final String FORMER_NAME = "log-end.txt";
  private static final String MAGIC = "GOKUEND1";
  private static final int ID_AT = MAGIC.length();
  private static final int END_AT = ID_AT + 2 * Long.BYTES;
  private static final int OLDEST_AT = END_AT + Long.BYTES;
  private static final int BYTES = OLDEST_AT + Long.BYTES;
  private static final int BITS = 48;
  private static final long NONE = (1L << BITS) - 1;
  private static final ValueLayout.OfLong LONG =
      JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN).withByteAlignment(Long.BYTES);

  private final UUID log;
  private final Path path;
  private final TroubleLog unrecorded;

  /// The content of the file: mapped, or in memory until it can be written.
  private MemorySegment content;

  /// The end that an earlier process saw, while this one has to keep it as evidence.
  private long earlier;

  private long reached;

  /// The oldest time of an earlier process, until a snapshot has its datapoints.
  private long earlierOldest;

  private long oldest;

  private LastEnd(UUID log, Path directory, Optional<Seen> earlier) {
    this.log = log;
    path = directory.resolve(NAME);
    unrecorded =
        new TroubleLog(LOG, Level.WARN, "lack of a record of the log's end", "file=" + path);
    content = content(earlier.orElse(new Seen(log, 0, NONE)));
    this.earlier = earlier.map(Seen::end).orElse(0L);
    earlierOldest = earlier.map(Seen::oldestMillis).orElse(NONE);
    oldest = earlierOldest;
  }

  /// The end and the oldest datapoints that earlier processes saw of a log.
  ///
  /// @param log the identity of the log
  /// @param end the offset after its last record
  /// @param oldestMillis the oldest time that they applied since the last snapshot, or an earlier
  ///   one; far in the future for none
  public record Seen(UUID log, long end, long oldestMillis) {}

  /// Returns what earlier processes saw of the log; empty if that is not known.
  ///
  /// @param directory the directory of the shard
  public static Optional<Seen> of(LogRange log, Path directory) {
    return read(directory).filter(seen -> log.mayBe(seen.log));
  }

  /// Starts to record the ends of a log. The end that an earlier process saw of it stays while it
  /// is the higher one. If the file cannot be written, a warning is logged, and nothing is recorded
  /// until `keepTrying` succeeds.
  ///
  /// @param directory the directory of the shard
  public static LastEnd follow(UUID log, Path directory) {
    Optional<Seen> seen = read(directory).filter(found -> found.log.equals(log));
    var end = new LastEnd(log, directory, seen);
    end.record(seen.isEmpty() || !Files.exists(end.path));
    return end;
  }

  /// Writes the file if that has failed so far, as on a full disk.
  public void keepTrying() {
    if (!content.isMapped()) {
      record(!Files.exists(path));
    }
  }

  private void record(boolean writes) {
    try {
      if (writes) {
        write();
      }
      content = map(path).copyFrom(content);
      unrecorded.end();
    } catch (IOException failed) {
      unrecorded.begin(failed.toString(), null);
    }
  }

  /// Writes all of the file, or nothing: a part of it would hide the file of earlier versions.
  private void write() throws IOException {
    try {
      Files.write(path, content.toArray(ValueLayout.JAVA_BYTE));
    } catch (IOException failed) {
      Files.deleteIfExists(path);
      throw failed;
    }
  }

  /// Records that the log has reached an end.
  ///
  /// @param end the offset after a record
  public void reached(long end) {
    if (end > reached) {
      reached = end;
      if (end > earlier) {
        content.set(LONG, END_AT, word(log, end));
      }
    }
  }

  /// Drops the end that an earlier process saw: a snapshot states what the log has lost.
  public void forgetEarlier() {
    if (earlier > reached) {
      content.set(LONG, END_AT, word(log, reached));
    }
    earlier = 0;
  }

  /// Records the oldest time that was applied since the last snapshot.
  ///
  /// @param millis in epoch millis; the largest long if nothing was applied since
  /// @param hasSaved whether this process has saved a snapshot, which has or reports missing what
  ///   earlier processes applied
  public void unsaved(long millis, boolean hasSaved) {
    if (hasSaved) {
      earlierOldest = NONE;
    }
    long now = Math.clamp(millis, 0, earlierOldest);
    if (now != oldest) {
      oldest = now;
      content.set(LONG, OLDEST_AT, word(log, now));
    }
  }

  private static MemorySegment content(Seen seen) {
    UUID log = seen.log;
    MemorySegment content = MemorySegment.ofArray(new long[BYTES / Long.BYTES]);
    content.setString(0, MAGIC, US_ASCII);
    content.set(LONG, ID_AT, log.getMostSignificantBits());
    content.set(LONG, ID_AT + Long.BYTES, log.getLeastSignificantBits());
    content.set(LONG, END_AT, word(log, seen.end));
    content.set(LONG, OLDEST_AT, word(log, seen.oldestMillis));
    return content;
  }

  /// Maps a file whose space is taken: a store into a page without space would end the process.
  private static MemorySegment map(Path path) throws IOException {
    try (var channel = FileChannel.open(path, READ, WRITE)) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, Arena.ofAuto());
    }
  }

  /// Returns a number with a check of it and of the identity, so that a damaged file proves
  /// nothing.
  private static long word(UUID log, long number) {
    long mixed =
        (log.getMostSignificantBits() ^ Long.rotateLeft(log.getLeastSignificantBits(), 1) ^ number)
            * 0x9e3779b97f4a7c15L;
    return mixed >>> BITS << BITS | number;
  }

  private static Optional<Seen> read(Path directory) {
    Path path = directory.resolve(NAME);
    try {
      return Optional.of(Files.exists(path) ? read(Files.readAllBytes(path)) : former(directory));
    } catch (NoSuchFileException absent) {
      return Optional.empty();
    } catch (IOException | RuntimeException unreadable) {
      LOG.warn("end of the log unreadable file={}", path, unreadable);
      return Optional.empty();
    }
  }

  private static Seen read(byte[] bytes) throws IOException {
    MemorySegment content = MemorySegment.ofArray(bytes);
    if (bytes.length != BYTES || !MAGIC.equals(new String(bytes, 0, ID_AT, US_ASCII))) {
      throw new IOException("not a file of a log's end");
    }
    var unaligned = LONG.withByteAlignment(1);
    var id = new UUID(content.get(unaligned, ID_AT), content.get(unaligned, ID_AT + Long.BYTES));
    return new Seen(
        id,
        number(id, content.get(unaligned, END_AT)),
        number(id, content.get(unaligned, OLDEST_AT)));
  }

  private static long number(UUID log, long word) throws IOException {
    long number = word & NONE;
    if (word != word(log, number)) {
      throw new IOException("check differs");
    }
    return number;
  }

  private static Seen former(Path directory) throws IOException {
    String[] words = Files.readString(directory.resolve(FORMER_NAME), US_ASCII).split("\\s", 3);
    return new Seen(UUID.fromString(words[0]), Long.parseLong(words[1]), NONE);
  }
}

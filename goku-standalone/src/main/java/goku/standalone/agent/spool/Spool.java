package goku.standalone.agent.spool;

import goku.config.DataSize;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The readings on disk that Kafka has not acknowledged, oldest first, bounded in bytes: a reading
/// that does not fit replaces the oldest ones. Owned by one thread.
public final class Spool implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Spool.class);

  private final Path directory;
  private final long maxBytes;
  private final SpoolLock lock;
  private final Deque<ReadingFile> readings = new ArrayDeque<>();
  private final Counter dropped;

  /// Read by the gauge.
  private final AtomicLong bytes = new AtomicLong();

  private Spool(Path directory, DataSize limit, SpoolLock lock, MeterRegistry registry) {
    this.directory = directory;
    this.maxBytes = limit.bytes();
    this.lock = lock;
    dropped =
        Counter.builder("goku.agent.spool.dropped")
            .description("readings that were removed undelivered, as full or unreadable")
            .register(registry);
    Gauge.builder("goku.agent.spool", bytes, AtomicLong::get)
        .description("readings on disk that Kafka has not acknowledged")
        .baseUnit("bytes")
        .register(registry);
  }

  /// Opens a directory, and finds the readings that an earlier process has left.
  ///
  /// @throws IOException if the directory cannot be used, or another agent uses it
  public static Spool open(Path directory, DataSize limit, MeterRegistry registry)
      throws IOException {
    Files.createDirectories(directory);
    SpoolLock lock = SpoolLock.take(directory);
    try {
      var spool = new Spool(directory, limit, lock, registry);
      spool.load();
      return spool;
    } catch (IOException e) {
      lock.close();
      throw e;
    }
  }

  private void load() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.sorted().toList()) {
        if (ReadingFile.isReading(file)) {
          append(new ReadingFile(file, Files.size(file)));
        } else if (ReadingFile.isUnfinished(file)) {
          Files.delete(file); // of a process that died while it wrote
        }
      }
    }
    if (!readings.isEmpty()) {
      LOG.info("readings found directory={} readings={}", directory, readings.size());
    }
    makeRoom(0);
  }

  /// Writes a reading.
  ///
  /// @throws IOException if it cannot be written, for example to a full disk; the spool is
  ///   unchanged
  public void add(Instant time, List<String> lines) throws IOException {
    ReadingFile reading = ReadingFile.write(directory, time, lines);
    makeRoom(reading.bytes());
    append(reading);
  }

  private void append(ReadingFile reading) {
    readings.add(reading);
    bytes.addAndGet(reading.bytes());
  }

  private void makeRoom(long wanted) {
    while (!readings.isEmpty() && bytes.get() + wanted > maxBytes) {
      drop(readings.peekFirst(), "spool is full");
    }
  }

  /// Returns the readings, oldest first.
  public List<ReadingFile> readings() {
    return List.copyOf(readings);
  }

  /// Removes a reading that was delivered.
  public void remove(ReadingFile reading) {
    if (readings.remove(reading)) {
      bytes.addAndGet(-reading.bytes());
    }
    delete(reading);
  }

  /// Removes a reading that cannot be delivered, counts it and logs it.
  public void drop(ReadingFile reading, String reason) {
    LOG.warn("reading dropped file={} reason={}", reading.path().getFileName(), reason);
    dropped.increment();
    remove(reading);
  }

  private static void delete(ReadingFile reading) {
    try {
      Files.deleteIfExists(reading.path());
    } catch (IOException e) {
      // the next process sends it again, which changes nothing
      LOG.warn("cannot delete reading file={} error={}", reading.path(), e.toString());
    }
  }

  /// Leaves the readings for the next process.
  @Override
  public void close() throws IOException {
    lock.close();
  }
}

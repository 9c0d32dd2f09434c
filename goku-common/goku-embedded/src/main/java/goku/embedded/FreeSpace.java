package goku.embedded;

import goku.config.DataSize;
import goku.fault.TroubleLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// A watch of the free space on the disk of a directory. While less than a limit is free, clients'
/// writes must be refused: Kafka stops for good when its disk is full, and what was acknowledged
/// needs room for its snapshots and files.
///
/// Others may fill the disk too. A file of some megabytes holds room for the small writes that
/// Kafka and ZooKeeper always make, and is removed when nothing else is left. Thread-safe.
public final class FreeSpace implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FreeSpace.class);

  /// The shortest interval of looks, near the limit. A fast disk takes some ten megabytes in it.
  private static final Duration SHORTEST = Duration.ofMillis(20);

  /// The longest interval of looks, far from the limit.
  private static final Duration LONGEST = Duration.ofMillis(500);

  /// More than any disk writes: 4 GiB in a second.
  private static final long BYTES_PER_MILLI = 4 << 20;

  private static final String RESERVE = "reserve";
  private static final int RESERVE_BYTES = 16 << 20;

  private final Path directory;
  private final DataSize least;
  private final Reading reading;
  private final TroubleLog trouble;
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("free-space").factory());

  private volatile long bytes = Long.MAX_VALUE;
  private volatile boolean low;

  /// True if the reserve exists. Only the thread of the looks uses it.
  private boolean reserved;

  @FunctionalInterface
  interface Reading {
    long bytes() throws IOException;
  }

  /// @param least the free space with which writes are accepted
  public FreeSpace(Path directory, DataSize least) {
    this(directory, least, reading(directory));
  }

  FreeSpace(Path directory, DataSize least, Reading reading) {
    this.directory = directory;
    this.least = least;
    this.reading = reading;
    trouble = new TroubleLog(LOG, Level.ERROR, "disk shortage", "directory=" + directory);
  }

  /// Looks the store up once: the JDK reads the list of all mounts for it.
  private static Reading reading(Path directory) {
    try {
      return Files.getFileStore(directory)::getUsableSpace;
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot find the disk of directory=" + directory, failed);
    }
  }

  /// Looks for the first time, and then repeatedly.
  public void start() {
    reserved = Files.exists(reserve());
    lookAgain();
  }

  private void lookAgain() {
    look();
    try {
      Future<?> _ = looks.schedule(this::lookAgain, waitMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closed) {
      LOG.debug("free space no longer watched directory={}", directory, closed);
    }
  }

  /// Returns the milliseconds until the next look, in which no disk can lose all that is spare.
  long waitMillis() {
    long spare = Math.max(0, bytes - least.bytes());
    return Math.clamp(spare / BYTES_PER_MILLI, SHORTEST.toMillis(), LONGEST.toMillis());
  }

  /// Returns why writes must be refused; empty if there is room.
  public Optional<String> refusal() {
    return low ? Optional.of(reason()) : Optional.empty();
  }

  void look() {
    try {
      bytes = reading.bytes();
    } catch (IOException | RuntimeException unknown) { // or the next look would not come
      LOG.debug("free space unknown directory={}", directory, unknown);
      return;
    }
    // a tenth more at the end, so that it does not begin again at once
    low = bytes < (low ? least.bytes() / 10 * 11 : least.bytes());
    if (low) {
      trouble.begin(reason() + "; writes are refused, queries continue", null);
    } else {
      trouble.end();
    }
    if (reserved && bytes < RESERVE_BYTES / 2) {
      giveUpReserve();
    } else if (!reserved && !low && bytes > least.bytes() + 2 * RESERVE_BYTES) {
      makeReserve();
    }
  }

  private Path reserve() {
    return directory.resolve(RESERVE);
  }

  private void makeReserve() {
    try {
      Files.write(reserve(), new byte[RESERVE_BYTES]);
      reserved = true;
    } catch (IOException failed) {
      LOG.debug("no reserve directory={}", directory, failed);
    }
  }

  private void giveUpReserve() {
    try {
      Files.deleteIfExists(reserve());
      reserved = false;
      LOG.error(
          "disk full, last reserve released directory={} bytes={}: make room",
          directory,
          RESERVE_BYTES);
    } catch (IOException failed) {
      LOG.debug("reserve stays directory={}", directory, failed);
    }
  }

  private String reason() {
    return "the disk of %s has %d MiB free, less than min-free-disk of %d MiB: make room"
        .formatted(directory, bytes >> 20, least.bytes() >> 20);
  }

  @Override
  public void close() {
    looks.shutdownNow();
  }
}

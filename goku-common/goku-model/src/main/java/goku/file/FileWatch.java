package goku.file;

import goku.fault.TroubleLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// A watch of one file that reads it every second and reports new content. Content is reported once
/// two reads in a row found it, so that a half-written file is not used. While the file cannot be
/// read, its last content stays in force.
///
/// One thread reads the file. The content arrays must not be modified.
public final class FileWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FileWatch.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /// The receiver of changes, called by the thread of the watch.
  public interface Listener {
    /// Handles new content. If this throws, the watch calls it again after the next read.
    void changed(byte[] content);

    /// Handles that the file became unreadable, which the watch logs. Called once per outage.
    default void unreadable(IOException why) {}
  }

  private final Path file;
  private final Listener listener;
  private final Thread thread;
  private final TroubleLog readTrouble;
  private final TroubleLog applyTrouble;
  private volatile byte[] content;
  private byte @Nullable [] told;
  private byte @Nullable [] seen;

  /// Closed flag, needed because the listener may swallow an interrupt.
  private volatile boolean closed;

  /// Reads the file, which must exist.
  public FileWatch(Path file, Listener listener) {
    this.file = file;
    this.listener = listener;
    try {
      this.content = Files.readAllBytes(file);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    this.told = content;
    this.readTrouble = new TroubleLog(LOG, Level.ERROR, "file read failure", "file=" + file);
    this.applyTrouble = new TroubleLog(LOG, Level.ERROR, "file apply failure", "file=" + file);
    this.thread =
        Thread.ofPlatform().daemon().name("watch-" + file.getFileName()).unstarted(this::run);
  }

  /// Returns the initial content or the last content that two reads in a row found.
  public byte[] content() {
    return content;
  }

  public void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!closed) {
        Thread.sleep(LOOK_EVERY);
        look();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  void look() {
    try {
      byte[] found = Files.readAllBytes(file);
      readTrouble.end();
      if (Arrays.equals(found, seen)) {
        content = found;
      }
      seen = found;
    } catch (IOException failed) {
      seen = null;
      if (!readTrouble.isOn()) {
        readTrouble.begin(failed.toString(), null);
        listener.unreadable(failed);
      }
    }
    try {
      byte[] now = content;
      if (!Arrays.equals(now, told)) {
        listener.changed(now);
        told = now;
      }
      applyTrouble.end();
    } catch (RuntimeException failed) {
      applyTrouble.beginOrChange(String.valueOf(failed.getMessage()), failed);
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

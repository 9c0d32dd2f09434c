package goku.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks once a second whether a file has other content. Content is told of when two looks found
/// the same, so that a file is not taken while it is being written; a file that cannot be read
/// keeps the content it had.
///
/// One thread looks. Content is an array that nobody changes.
public final class FileWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FileWatch.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /// Called by the thread that looks.
  public interface Listener {
    /// The file has this content now. When it throws, it is told again at the next look.
    void changed(byte[] content);

    /// The file cannot be read any more; told once, until it can.
    void unreadable(IOException why);
  }

  private final Path file;
  private final Listener listener;
  private final Thread thread;
  private volatile byte[] content;
  private byte @Nullable [] told;
  private byte @Nullable [] seen;
  private boolean readable = true;

  /// An interrupt alone may be swallowed by the listener.
  private volatile boolean closed;

  /// Reads the file, which has to be there then.
  public FileWatch(Path file, Listener listener) {
    this.file = file;
    this.listener = listener;
    try {
      this.content = Files.readAllBytes(file);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    this.told = content;
    this.thread =
        Thread.ofPlatform().daemon().name("watch-" + file.getFileName()).unstarted(this::run);
  }

  /// The content that was found last by two looks, or at first.
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
      readable = true;
      if (Arrays.equals(found, seen)) {
        content = found;
      }
      seen = found;
    } catch (IOException failed) {
      seen = null;
      if (readable) {
        readable = false;
        listener.unreadable(failed);
      }
    }
    try {
      byte[] now = content;
      if (!Arrays.equals(now, told)) {
        listener.changed(now);
        told = now;
      }
    } catch (RuntimeException failed) {
      LOG.error("what {} says cannot be followed; tries again", file, failed);
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

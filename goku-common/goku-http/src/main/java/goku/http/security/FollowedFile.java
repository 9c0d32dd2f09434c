package goku.http.security;

import goku.file.FileWatch;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A file of security that is put into force again when it changes, within a few seconds. What is
/// wrong with the new content is logged and counted in `goku.http.reloads`, and the old stays. No
/// content is logged.
final class FollowedFile implements FileWatch.Listener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FollowedFile.class);

  /// Puts a content into force.
  @FunctionalInterface
  interface Use {
    /// Throws an IllegalArgumentException that says what is wrong, without secrets.
    void of(byte[] content);
  }

  private final String setting;
  private final Path file;
  private final Use use;
  private final Counter taken;
  private final Counter refused;
  private final FileWatch watch;

  /// Reads the file, without using it.
  ///
  /// @param setting the key that names the file
  /// @throws UncheckedIOException naming the setting when it cannot be read
  FollowedFile(String setting, Path file, Use use, MeterRegistry registry) {
    this.setting = setting;
    this.file = file;
    this.use = use;
    taken = counter(registry, "taken");
    refused = counter(registry, "refused");
    try {
      watch = new FileWatch(file, this);
    } catch (UncheckedIOException e) {
      throw new UncheckedIOException(
          "cannot read %s %s: %s".formatted(setting, file, e.getCause()), e.getCause());
    }
  }

  byte[] content() {
    return watch.content();
  }

  void start() {
    watch.start();
  }

  @Override
  public void changed(byte[] content) {
    try {
      use.of(content);
      taken.increment();
      LOG.info("{} {} has changed and is in force", setting, file);
    } catch (IllegalArgumentException e) {
      refused.increment();
      LOG.error("{} {} has changed and is not used: {}", setting, file, e.getMessage());
    }
  }

  @Override
  public void unreadable(IOException why) {
    refused.increment();
    LOG.error("{} {} cannot be read any more and stays as it was: {}", setting, file, why);
  }

  @Override
  public void close() {
    watch.close();
  }

  private Counter counter(MeterRegistry registry, String outcome) {
    return Counter.builder("goku.http.reloads")
        .description("changes of files of TLS and of users that were put into force, or not")
        .tag("file", setting)
        .tag("outcome", outcome)
        .register(registry);
  }
}

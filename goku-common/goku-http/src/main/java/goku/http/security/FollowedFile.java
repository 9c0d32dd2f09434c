package goku.http.security;

import goku.file.FileWatch;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A followed security file, which is put in force again within a few seconds after a change. An
/// invalid new content is logged and counted in `goku.http.reloads`, and the old one stays.
/// Contents are never logged.
final class FollowedFile implements FileWatch.Listener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FollowedFile.class);

  /// The consumer of a content.
  @FunctionalInterface
  interface Use {
    /// Puts the content in force. Throws an IllegalArgumentException without secrets if it is
    /// invalid.
    void of(byte[] content);
  }

  private final String setting;
  private final Path file;
  private final Use use;
  private final Counter taken;
  private final Counter refused;
  private final FileWatch watch;

  /// Reads the file without using it.
  ///
  /// @param setting the key that names the file
  /// @throws UncheckedIOException if the file cannot be read; the message names the setting
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
      LOG.info("changed file in force setting={} file={}", setting, file);
    } catch (IllegalArgumentException e) {
      refused.increment();
      LOG.error("changed file rejected setting={} file={} cause={}", setting, file, e.getMessage());
    }
  }

  @Override
  public void unreadable(IOException why) {
    refused.increment();
  }

  @Override
  public void close() {
    watch.close();
  }

  private Counter counter(MeterRegistry registry, String outcome) {
    return Counter.builder("goku.http.reloads")
        .description("changes of TLS and auth files, by whether they were put in force")
        .tag("file", setting)
        .tag("outcome", outcome)
        .register(registry);
  }
}

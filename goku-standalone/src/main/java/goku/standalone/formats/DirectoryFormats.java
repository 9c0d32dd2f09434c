package goku.standalone.formats;

import goku.cluster.formats.FormatDecision;
import goku.cluster.formats.FormatGauge;
import goku.cluster.formats.FormatNode;
import goku.cluster.formats.LevelInForce;
import goku.embedded.DataDirectory;
import goku.embedded.StartupProblem;
import goku.model.FormatLevel;
import goku.standalone.formats.FormatFile.Content;
import goku.time.TrustedClock;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The format level in force in a data directory. An empty directory begins with the newest level
/// of the build, and one from a build without format levels with the first level. The level rises a
/// day after the first start of the build. Thread-safe.
public final class DirectoryFormats implements FormatLevel, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DirectoryFormats.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

  private final FormatFile file;

  /// The earliest time that it can be, as a raised level is never undone.
  private final InstantSource earliest;

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("formats").factory());

  /// The content of the file. Replaced only by the thread.
  private volatile Content content;

  private DirectoryFormats(FormatFile file, Content content, InstantSource clock) {
    this.file = file;
    this.content = content;
    this.earliest = TrustedClock.earliestOf(clock);
  }

  /// Returns the formats of a directory that this process owns, and notes the first start of this
  /// build.
  ///
  /// @param newest the newest level of this build
  /// @throws StartupProblem if the level in force is higher, or cannot be read
  public static DirectoryFormats open(DataDirectory data, int newest, InstantSource clock) {
    var file = new FormatFile(data.root());
    var build = new FormatNode(FormatFile.NODE, newest, clock.instant());
    Content content = file.require().orElse(null);
    if (content == null) {
      content = new Content(created(data.isEmpty() ? newest : FIRST, clock.instant()), build);
      file.write(content);
    }
    requireRead(data, content, newest);
    if (content.build().newest() != newest) {
      content = new Content(content.inForce(), build);
      file.write(content);
    }
    return new DirectoryFormats(file, content, clock);
  }

  /// Puts the newest level of this build in force in a directory that no other process uses. Writes
  /// an unreadable file anew.
  static LevelInForce raise(DataDirectory data, int newest, Instant now) {
    var file = new FormatFile(data.root());
    var raised = new LevelInForce(newest, now, LevelInForce.HAND);
    var build = new FormatNode(FormatFile.NODE, newest, now);
    try {
      Content content = file.read().orElse(new Content(created(FIRST, now), build));
      requireRead(data, content, newest);
      if (content.inForce().level() == newest) {
        return content.inForce();
      }
    } catch (IOException unreadable) {
      LOG.debug("format level written anew", unreadable);
    }
    file.write(new Content(raised, build));
    return raised;
  }

  private static LevelInForce created(int level, Instant now) {
    return new LevelInForce(level, now, LevelInForce.CREATION);
  }

  private static void requireRead(DataDirectory data, Content content, int newest) {
    int level = content.inForce().level();
    if (level > newest) {
      throw new StartupProblem(
          ("cannot use data directory %s: its format level=%d is newer than this build, which reads"
                  + " up to level %d; start the newer build again")
              .formatted(data.root(), level, newest));
    }
  }

  /// Raises the level in time from now on.
  public void start(MeterRegistry registry) {
    FormatGauge.register(this, registry);
    var _ =
        thread.scheduleWithFixedDelay(
            this::raiseIfDue, 0, LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public int level() {
    return content.inForce().level();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }

  void raiseIfDue() {
    Content before = content;
    Instant now = earliest.instant();
    var decision = FormatDecision.of(before.inForce().level(), List.of(before.build()));
    if (!decision.isDue(now)) {
      return;
    }
    var raised = new LevelInForce(decision.reachable(), now, LevelInForce.TIME);
    var after = new Content(raised, before.build());
    try {
      file.write(after);
    } catch (StartupProblem failed) {
      LOG.warn("format level not raised, retrying level={}", decision.reachable(), failed);
      return;
    }
    content = after;
    LOG.info("format level raised level={} by={}", raised.level(), raised.raisedBy());
  }
}

package goku.cluster.formats;

import goku.cluster.ClusterClient;
import goku.cluster.EntryPoll;
import goku.cluster.ServiceRole;
import goku.cluster.ZooKeeperOutage;
import goku.fault.TroubleLog;
import goku.model.FormatLevel;
import goku.service.BuildVersion;
import goku.service.ClusterException;
import goku.telemetry.Check;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// A node's registration of the formats that it reads, and the format level in force as this
/// process follows it. ZooKeeper reports changes, and the process also polls in case a report was
/// lost. While ZooKeeper is unavailable, the last known level stays in force. `start` and `close`
/// are called once. Thread-safe.
public final class FormatFollower implements FormatLevel, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FormatFollower.class);

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

  private final ClusterClient cluster;
  private final FormatRegistry registry;
  private final String name;
  private final boolean leaves;
  private final int newest;
  private final InstantSource clock;
  private final EntryPoll poll;
  private final TroubleLog trouble = new TroubleLog(LOG, Level.WARN, "format level failure", "");

  /// The published level. Only grows.
  private volatile int published = FIRST;

  /// Creates a follower that does not follow yet.
  ///
  /// @param role the kind of process, as in `/goku/followers`
  /// @param newest the newest level that the build reads
  public FormatFollower(
      ClusterClient cluster, String role, int newest, MeterRegistry meters, InstantSource clock) {
    this.cluster = cluster;
    this.registry = new FormatRegistry(cluster);
    this.name = role + "-" + cluster.config().nodeName();
    // the others have no data and often no stable names, so they leave when they stop in order
    this.leaves =
        Arrays.stream(ServiceRole.values()).noneMatch(member -> member.label().equals(role));
    this.newest = newest;
    this.clock = clock;
    this.poll = new EntryPoll(cluster, FormatRegistry.PATH, "formats", LOOK_AGAIN, this::look);
    FormatGauge.register(this, meters);
  }

  /// Registers this node and starts to follow. On return, the level in force is known.
  ///
  /// @throws ClusterException if the level in force is higher than the newest one of this build, or
  ///   if ZooKeeper does not answer
  public void start() {
    published = registry.join(self()).level();
    LOG.info("format level known level={} newest={}", published, newest);
    poll.start();
  }

  /// Returns the level in force, at most the newest one of this build.
  @Override
  public int level() {
    return Math.min(published, newest);
  }

  /// Returns whether this build reads the level in force. It may not if someone removed this node
  /// and raised the level.
  public Check check() {
    int now = published;
    return now <= newest
        ? Check.ok("formats")
        : Check.failed(
            "formats",
            "format level=%d is in force, and this build reads up to level %d; start a newer build"
                .formatted(now, newest));
  }

  @Override
  public void close() {
    poll.close();
    try {
      // a registration in progress must not follow the removal
      if (poll.awaitEnd(LOOK_AGAIN) && leaves && cluster.check().ok()) {
        registry.leave(name);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (ClusterException failed) {
      LOG.warn("node not removed from the formats node={}", name, failed);
    }
  }

  private void look() {
    try {
      registry.level().ifPresent(this::follow);
      if (published <= newest) {
        // again, in case this node was removed by mistake
        registry.join(self());
      }
      trouble.end();
    } catch (RuntimeException failed) {
      if (poll.isClosed() || ZooKeeperOutage.isCauseOf(failed)) {
        return;
      }
      trouble.begin(String.valueOf(failed.getMessage()), failed);
    }
  }

  private FormatNode self() {
    return new FormatNode(name, newest, clock.instant(), BuildVersion.CURRENT.toString());
  }

  private synchronized void follow(LevelInForce now) {
    if (now.level() > published) {
      published = now.level();
      LOG.info("format level raised level={} by={}", now.level(), now.raisedBy());
    }
  }
}

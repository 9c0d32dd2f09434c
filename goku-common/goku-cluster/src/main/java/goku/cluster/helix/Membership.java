package goku.cluster.helix;

import goku.cluster.ClusterClient;
import goku.cluster.ZooKeeperOutage;
import goku.fault.TroubleLog;
import goku.telemetry.Check;
import java.time.Duration;
import java.util.Objects;
import org.apache.helix.HelixManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The membership of this process in a Helix cluster. Joins, checks the membership every second,
/// and rejoins if Helix has lost it. Helix recovers from most lost sessions, but not from all (its
/// issues 3063 and 3005), and then stays away although ZooKeeper is available.
final class Membership implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Membership.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private static final String AWAY = "ZooKeeper is unavailable; keeping the current shards";

  /// The number of session timeouts after which Helix will no longer recover by itself.
  private static final int GRACE_SESSIONS = 3;

  /// The kind of member. Called from one thread.
  interface Kind {
    /// Returns the name for messages: `long n1`.
    String name();

    /// Joins. Returns the connection, or null if joining is not possible yet.
    @Nullable HelixManager join() throws Exception;

    /// Returns whether the connection is a member of the cluster.
    boolean isMember(HelixManager manager) throws Exception;

    /// Maintains the membership, about every second.
    default void tend(HelixManager manager) {}

    /// Returns why the last join returned null.
    String waitsFor();
  }

  private final ClusterClient cluster;
  private final Kind kind;
  private final Duration grace;
  private final Thread thread;
  private final TroubleLog trouble;
  private volatile String problem;
  private @Nullable HelixManager manager;
  private long lostSinceNanos;
  private boolean lost;
  private volatile boolean closed;

  Membership(ClusterClient cluster, Kind kind) {
    this.cluster = cluster;
    this.kind = kind;
    this.grace = cluster.config().sessionTimeout().multipliedBy(GRACE_SESSIONS);
    this.trouble =
        new TroubleLog(LOG, Level.WARN, "cluster membership problem", "member=" + kind.name());
    this.problem = "joining the cluster";
    this.thread = Thread.ofPlatform().name("cluster-" + kind.name()).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  Check check() {
    String component = "cluster " + kind.name();
    if (!cluster.check().ok()) {
      return Check.failed(component, AWAY);
    }
    return problem.isEmpty() ? Check.ok(component) : Check.failed(component, problem);
  }

  private void run() {
    try {
      while (!closed) {
        step();
        Thread.sleep(LOOK_EVERY);
      }
    } catch (InterruptedException stopped) {
      // the thread ends here and leaves the cluster properly
    } finally {
      end();
    }
  }

  private void step() throws InterruptedException {
    if (!cluster.check().ok()) {
      lost = false;
      problem = AWAY; // logged once for the process, by SessionWatch
      return;
    }
    try {
      if (manager == null) {
        join();
      } else {
        look(manager);
      }
    } catch (InterruptedException stopped) {
      throw stopped;
    } catch (Exception failed) {
      lost = false;
      if (ZooKeeperOutage.isCauseOf(failed)) {
        problem = AWAY; // the outage began during the look
        return;
      }
      say(Objects.requireNonNullElse(failed.getMessage(), failed.toString()), failed);
    }
  }

  private void join() throws Exception {
    manager = kind.join();
    if (manager == null) {
      say(kind.waitsFor(), null);
      return;
    }
    endProblem();
    LOG.info("joined cluster member={}", kind.name());
  }

  private void look(HelixManager joined) throws Exception {
    if (kind.isMember(joined)) {
      endProblem();
      kind.tend(joined);
    } else if (!lost) {
      lost = true;
      lostSinceNanos = System.nanoTime();
      say("lost its session in ZooKeeper; keeping the current shards", null);
    } else if (System.nanoTime() - lostSinceNanos > grace.toNanos()) {
      say("no longer a member; rejoining", null);
      end();
    }
  }

  private void end() {
    HelixManager ended = manager;
    manager = null;
    if (ended != null) {
      HelixConnections.end(ended);
    }
  }

  private void endProblem() {
    lost = false;
    problem = "";
    trouble.end();
  }

  private void say(String text, @Nullable Throwable trace) {
    problem = text;
    trouble.beginOrChange(text, trace);
  }

  /// Begins to leave the cluster.
  void stop() {
    closed = true;
    thread.interrupt();
  }

  /// Leaves the cluster. Returns when done.
  @Override
  public void close() {
    stop();
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

package goku.cluster.controller;

import goku.cluster.ClusterClient;
import goku.cluster.EntryWatch;
import goku.cluster.FilePublisher;
import goku.cluster.NamespaceRegistry;
import goku.cluster.ServiceRole;
import goku.cluster.formats.FormatFollower;
import goku.cluster.formats.FormatRaiser;
import goku.cluster.helix.Controllers;
import goku.cluster.helix.HelixSetup;
import goku.cluster.map.LiveNodes;
import goku.cluster.map.Spectator;
import goku.config.ConfigProblems;
import goku.fault.TroubleLog;
import goku.model.FormatLevel;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.namespace.FollowedNamespaces;
import goku.namespace.NamespacesText;
import goku.rpc.NodeHealth;
import goku.service.Service;
import goku.telemetry.Check;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The controller of a deployment (section 4.3 of the paper): the Helix controllers, and the
/// spectator that publishes the shard map. Several controllers may run, of which one leads. The
/// leader sets up Helix, publishes the namespaces, runs the spectator, and raises the format level
/// in time. When it stops, another one takes over.
///
/// `start` and `close` belong to one thread.
public final class ControllerService implements Service {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerService.class);

  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);
  private static final Duration LOADING_LIMIT = Duration.ofSeconds(20);

  private final ControllerConfig config;
  private final Optional<Path> file;
  private final String builtIn;
  private final FollowedNamespaces followed;
  private final Function<String, NodeHealth> nodes;
  private final MeterRegistry registry;
  private final InstantSource clock;
  private final ClusterClient cluster;
  private final Map<ServiceRole, LiveNodes> live = new EnumMap<>(ServiceRole.class);
  private final FormatFollower formats;
  private final FormatRaiser raiser;
  private final AbsentNodes absent;
  private final UnconfirmedMoves moves;
  private final MissingReplicas missing;
  private final Controllers controllers;
  private final LeaderLatch latch;
  private final Thread thread;
  private final TroubleLog trouble = new TroubleLog(LOG, Level.ERROR, "cluster setup failure", "");
  private volatile String problem = "";

  /// The end flag of the thread. An interrupt is not enough, as the code it calls may swallow it.
  private volatile boolean closed;

  private @Nullable Spectator spectator;
  private @Nullable FilePublisher publisher;
  private @Nullable EntryWatch published;
  private boolean leading;

  /// The namespaces of the last Helix setup; null before the first one.
  private @Nullable Namespaces setUp;

  /// Creates a controller that does not run yet.
  ///
  /// @param file the namespaces file, which is watched and published; empty for none
  /// @param builtIn the namespaces to use if there is neither a file nor a published text
  /// @param nodes the client of the node at an address, `host:port`
  public ControllerService(
      ControllerConfig config,
      Optional<Path> file,
      String builtIn,
      Function<String, NodeHealth> nodes,
      MeterRegistry registry,
      InstantSource clock) {
    this.config = config;
    this.file = file;
    this.builtIn = builtIn;
    String source = file.map(Path::toString).orElse("the built-in namespaces");
    var first = NamespacesText.of(file.map(NamespacesText::read).orElse(builtIn), source);
    // until the published namespaces are known
    this.followed = FollowedNamespaces.provisional(first, source, registry, clock);
    this.nodes = nodes;
    this.registry = registry;
    this.clock = clock;
    this.cluster = new ClusterClient(config.cluster());
    this.formats = new FormatFollower(cluster, "controller", FormatLevel.NEWEST, registry, clock);
    this.raiser = new FormatRaiser(cluster, clock);
    this.absent = new AbsentNodes(cluster, this::silent, registry);
    this.moves = new UnconfirmedMoves(cluster, registry, clock);
    this.missing =
        new MissingReplicas(config.placement().longReplicas(), System::nanoTime, registry);
    this.controllers = new Controllers(cluster);
    this.latch =
        new LeaderLatch(cluster.curator(), ClusterClient.CONTROLLERS, config.cluster().nodeName());
    this.thread = Thread.ofPlatform().name("controller").unstarted(this::run);
    registry.gauge("goku.controller.leader", latch, one -> one.hasLeadership() ? 1 : 0);
  }

  /// Starts the controller. Throws if ZooKeeper does not answer, or if the format level in force is
  /// newer than this build.
  @Override
  public void start() {
    cluster.start();
    formats.start();
    for (ServiceRole service : ServiceRole.values()) {
      live.put(service, new LiveNodes(cluster, service, registry));
    }
    try {
      latch.start();
    } catch (Exception impossible) {
      throw new IllegalStateException(
          "cannot start the controller: its leader latch was started twice", impossible);
    }
    controllers.start();
    publisher = new FilePublisher(cluster, file, builtIn, followed, clock);
    published = new NamespaceRegistry(cluster).watch(yaml -> followed.offer(yaml, "ZooKeeper"));
    thread.start();
  }

  /// Returns the namespaces in force, which the controller follows like any other process.
  public FollowedNamespaces namespaces() {
    return followed;
  }

  /// Returns the connection to ZooKeeper, usable while the controller runs.
  public ClusterClient cluster() {
    return cluster;
  }

  /// Returns whether this process leads.
  public boolean leads() {
    return latch.hasLeadership();
  }

  /// Returns the first failed check.
  @Override
  public Check check() {
    Check self = problem.isEmpty() ? Check.ok("controller") : Check.failed("controller", problem);
    return Stream.concat(
            Stream.of(cluster.check(), formats.check(), self), controllers.checks().stream())
        .filter(check -> !check.ok())
        .findFirst()
        .orElse(self);
  }

  private void run() {
    try {
      while (!closed) {
        Thread.sleep(step() ? LOOK_EVERY : RETRY_AFTER);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } finally {
      rest();
    }
  }

  private boolean step() throws InterruptedException {
    try {
      if (latch.hasLeadership()) {
        lead();
      } else {
        rest();
      }
      problem = "";
      trouble.end();
      return true;
    } catch (RuntimeException failed) {
      if (!cluster.check().ok()) {
        problem =
            "ZooKeeper is unavailable: shards stay where they are, roots keep the last shard map";
      } else {
        problem = "cannot set up the cluster, retrying: " + failed.getMessage();
        trouble.begin(String.valueOf(failed.getMessage()), failed);
      }
      return false;
    }
  }

  private void lead() throws InterruptedException {
    if (!leading) {
      publish();
      leading = true;
    }
    Namespaces now = followed.live().current();
    if (setUp != now) {
      new HelixSetup(cluster, now, config.placement()).run();
      setUp = now;
    }
    if (spectator == null && loaded()) {
      LOG.info("became leading controller");
      spectator =
          new Spectator(cluster, live, this::names, nodes, config.health(), registry, clock);
    }
    if (spectator != null) {
      missing.tend(now, spectator);
    }
    raiser.tend();
    absent.tend();
    moves.tend(now);
  }

  /// Returns the storage nodes that do not answer health polls.
  private SortedSet<String> silent() {
    Spectator current = spectator;
    return current == null ? Collections.emptySortedSet() : current.silent();
  }

  private void publish() {
    try {
      Objects.requireNonNull(publisher).lead();
    } catch (ConfigProblems noted) {
      LOG.debug("namespaces rejected, keeping the published ones", noted);
    }
  }

  private Set<String> names() {
    return followed.live().current().all().stream()
        .map(Namespace::name)
        .collect(Collectors.toSet());
  }

  private boolean loaded() throws InterruptedException {
    for (LiveNodes of : live.values()) {
      if (!of.awaitLoaded(LOADING_LIMIT)) {
        return false;
      }
    }
    return true;
  }

  private void rest() {
    leading = false;
    absent.rest();
    moves.rest();
    missing.rest();
    if (publisher != null) {
      publisher.rest();
    }
    Spectator ended = spectator;
    spectator = null;
    if (ended != null) {
      LOG.info("lost leadership");
      ended.close();
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      thread.join();
      latch.close();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (IOException | IllegalStateException failed) {
      LOG.debug("leader latch was not open", failed);
    }
    close(published);
    close(publisher);
    controllers.close();
    live.values().forEach(LiveNodes::close);
    formats.close();
    cluster.close();
  }

  private static void close(@Nullable AutoCloseable part) {
    if (part != null) {
      try {
        part.close();
      } catch (Exception failed) {
        LOG.debug("component not closed properly", failed);
      }
    }
  }
}

package goku.cluster.controller;

import goku.cluster.ClusterClient;
import goku.cluster.NamespaceRegistry;
import goku.cluster.Role;
import goku.cluster.helix.Controllers;
import goku.cluster.helix.HelixSetup;
import goku.cluster.map.LiveNodes;
import goku.cluster.map.Spectator;
import goku.config.NamespacesFile;
import goku.model.Live;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.rpc.NodeHealth;
import goku.service.Service;
import goku.telemetry.Check;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The brain of a deployment (section 4.3 of the paper): the Helix controllers, and the spectator
/// that publishes the shard map. Several may run. One of them leads: it sets up what Helix needs,
/// publishes the namespaces, and has the spectator; when it goes, another one leads.
///
/// `start` and `close` belong to one thread.
public final class ControllerService implements Service {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerService.class);

  /// Where ZooKeeper has an entry for each controller, with its name; the lowest number leads.
  public static final String LATCH = "/goku/controllers";

  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);
  private static final Duration LOADING_LIMIT = Duration.ofSeconds(20);

  private final ControllerConfig config;
  private final String yaml;
  private final Live<Namespaces> namespaces;
  private final Function<String, NodeHealth> nodes;
  private final MeterRegistry registry;
  private final InstantSource clock;
  private final ClusterClient cluster;
  private final Map<Role, LiveNodes> live = new EnumMap<>(Role.class);
  private final Controllers controllers;
  private final LeaderLatch latch;
  private final Thread thread;
  private volatile String problem = "";
  private @Nullable Spectator spectator;

  /// What Helix was set up for last; null before the first time.
  private @Nullable Namespaces setUp;

  /// @param yaml text of the namespaces file
  /// @param nodes the client of the node at an address, `host:port`
  public ControllerService(
      ControllerConfig config,
      String yaml,
      Function<String, NodeHealth> nodes,
      MeterRegistry registry,
      InstantSource clock) {
    this(
        config, yaml, new Live<>(NamespacesFile.parse(yaml, "namespaces")), nodes, registry, clock);
  }

  /// @param yaml text of the namespaces file
  /// @param namespaces those of the text, and what they become; followed within a tenth of a second
  /// @param nodes the client of the node at an address, `host:port`
  public ControllerService(
      ControllerConfig config,
      String yaml,
      Live<Namespaces> namespaces,
      Function<String, NodeHealth> nodes,
      MeterRegistry registry,
      InstantSource clock) {
    this.config = config;
    this.yaml = yaml;
    this.namespaces = namespaces;
    this.nodes = nodes;
    this.registry = registry;
    this.clock = clock;
    this.cluster = new ClusterClient(config.cluster());
    this.controllers = new Controllers(cluster);
    this.latch = new LeaderLatch(cluster.curator(), LATCH, config.cluster().nodeName());
    this.thread = Thread.ofPlatform().name("controller").unstarted(this::run);
    registry.gauge("goku.controller.leader", latch, one -> one.hasLeadership() ? 1 : 0);
  }

  /// Returns when ZooKeeper answers; throws when it does not.
  @Override
  public void start() {
    cluster.start();
    for (Role service : Role.values()) {
      live.put(service, new LiveNodes(cluster, service, registry));
    }
    try {
      latch.start();
    } catch (Exception impossible) {
      throw new IllegalStateException("the latch was started twice", impossible);
    }
    controllers.start();
    thread.start();
  }

  /// Whether this process leads.
  public boolean leads() {
    return latch.hasLeadership();
  }

  /// The first thing that does not work.
  @Override
  public Check check() {
    Check self = problem.isEmpty() ? Check.ok("controller") : Check.failed("controller", problem);
    return Stream.concat(Stream.of(cluster.check(), self), controllers.checks().stream())
        .filter(check -> !check.ok())
        .findFirst()
        .orElse(self);
  }

  private void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        Thread.sleep(step() ? LOOK_EVERY : RETRY_AFTER);
      }
    } catch (InterruptedException closed) {
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
      return true;
    } catch (RuntimeException failed) {
      if (!cluster.check().ok()) {
        problem =
            "ZooKeeper is away: shards stay where they are, roots go on with the map they have";
      } else {
        problem = "cannot set up the cluster, tries again: " + failed.getMessage();
        LOG.error("cannot set up the cluster; tries again in {}", RETRY_AFTER, failed);
      }
      return false;
    }
  }

  private void lead() throws InterruptedException {
    Namespaces now = namespaces.current();
    if (setUp != now) {
      new HelixSetup(cluster, now, config.placement()).run();
      if (setUp == null) {
        new NamespaceRegistry(cluster).publish(yaml);
      }
      setUp = now;
    }
    if (spectator == null && loaded()) {
      LOG.info("leads");
      spectator =
          new Spectator(cluster, live, this::names, nodes, config.health(), registry, clock);
    }
  }

  private Set<String> names() {
    return namespaces.current().all().stream().map(Namespace::name).collect(Collectors.toSet());
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
    Spectator ended = spectator;
    spectator = null;
    if (ended != null) {
      LOG.info("does not lead any more");
      ended.close();
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
      latch.close();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (IOException | IllegalStateException failed) {
      LOG.debug("the latch was not open", failed);
    }
    controllers.close();
    live.values().forEach(LiveNodes::close);
    cluster.close();
  }
}

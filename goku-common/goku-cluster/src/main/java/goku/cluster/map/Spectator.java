package goku.cluster.map;

import goku.cluster.ClusterClient;
import goku.cluster.ServiceRole;
import goku.model.ShardId;
import goku.model.Store;
import goku.rpc.NodeHealth;
import goku.rpc.ShardState;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A poller of every living storage node's health, which publishes the shard map (section 4.3 of
/// the paper). Runs from construction to close, only in the leading controller.
///
/// Nodes are polled instead of reporting by themselves. This detects a node that hangs although its
/// session lives, and a growing lag costs no write to ZooKeeper.
public final class Spectator implements AutoCloseable {
  /// The milliseconds for which answers are collected before they are published together.
  private static final long GATHERING_MILLIS = 50;

  private static final Logger LOG = LoggerFactory.getLogger(Spectator.class);

  private final ClusterClient cluster;
  private final Map<ServiceRole, LiveNodes> live;
  private final Supplier<Set<String>> namespaces;
  private final SpectatorConfig config;
  private final InstantSource clock;
  private final KnownNodes known = new KnownNodes();
  private final HealthPolls polls;
  private final MapPublisher publisher;
  private final Set<ClusterNode> asked = ConcurrentHashMap.newKeySet();
  private final Semaphore news = new Semaphore(0);
  private final Thread thread;

  /// The end flag of the thread. An interrupt is not enough, as the code it calls may swallow it.
  private volatile boolean ended;

  /// @param live the living nodes, at least for services with storage nodes; the caller closes them
  /// @param namespaces a supplier of the current names, which get an entry even if no node has a
  ///   shard
  /// @param nodes the client of the node at an address, `host:port`
  public Spectator(
      ClusterClient cluster,
      Map<ServiceRole, LiveNodes> live,
      Supplier<Set<String>> namespaces,
      Function<String, NodeHealth> nodes,
      SpectatorConfig config,
      MeterRegistry registry,
      InstantSource clock) {
    this.cluster = cluster;
    this.live = Map.copyOf(live);
    this.namespaces = namespaces;
    this.config = config;
    this.clock = clock;
    this.polls = new HealthPolls(nodes, config.limit(), registry);
    this.publisher = new MapPublisher(cluster, registry);
    this.thread = Thread.ofPlatform().name("spectator").start(this::run);
  }

  /// Returns the names of the nodes that did not answer the last poll, such as `short-node-1`.
  /// Thread-safe.
  public SortedSet<String> silent() {
    return known.silent().stream()
        .map(node -> node.service().label() + "-" + node.name())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /// Returns the zones of the known nodes of a store. Thread-safe.
  public Set<String> zones(Store store) {
    return known.all().stream()
        .filter(node -> node.service() == MapPaths.service(store))
        .map(ClusterNode::zone)
        .collect(Collectors.toSet());
  }

  /// Returns the number of available replicas by shard. Thread-safe.
  public Map<ShardId, Integer> replicas(Store store) {
    Map<ShardId, Integer> count = new HashMap<>();
    known.shards(store, clock.millis()).values().stream()
        .flatMap(List::stream)
        .flatMap(node -> node.shards().stream())
        .filter(health -> health.state() != ShardState.UNAVAILABLE)
        .forEach(health -> count.merge(health.shard(), 1, Integer::sum));
    return count;
  }

  private void run() {
    try {
      rememberPublished();
      while (!ended) {
        round();
        if (news.tryAcquire(config.interval().toMillis(), TimeUnit.MILLISECONDS)) {
          Thread.sleep(GATHERING_MILLIS);
          news.drainPermits();
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void round() {
    try {
      look();
      publish();
    } catch (RuntimeException unexpected) {
      LOG.error("spectator round failed, continuing", unexpected);
    }
  }

  private void look() {
    for (Store store : Store.values()) {
      ServiceRole service = MapPaths.service(store);
      LiveNodes nodes = live.get(service);
      if (nodes != null) {
        known.seen(service, nodes.nodes());
      }
    }
    known.all().forEach(this::ask);
  }

  private void ask(ClusterNode node) {
    if (!asked.add(node)) {
      return;
    }
    long begin = clock.millis();
    polls.ask(
        node,
        outcome -> {
          switch (outcome) {
            case HealthPolls.Outcome.Answer answer ->
                known.answered(node, answer.shards(), clock.millis());
            case HealthPolls.Outcome.NoAnswer _ -> known.failed(node);
          }
          news.release();
          pause(begin);
          asked.remove(node);
          news.release();
        });
  }

  /// Waits until the node's next poll.
  private void pause(long begin) {
    try {
      long interval = config.interval().toMillis();
      // a clock that went back must not stop the polls
      Thread.sleep(Math.clamp(interval - (clock.millis() - begin), 0, interval));
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private void publish() {
    if (!cluster.check().ok()) {
      return;
    }
    long now = clock.millis();
    Set<String> names = namespaces.get();
    known.keepOnly(names);
    List<NodeStatus> nodes = new ArrayList<>(known.status());
    LiveNodes compactors = live.get(ServiceRole.COMPACTOR);
    if (compactors != null) {
      compactors.nodes().forEach(node -> nodes.add(new NodeStatus(node, true)));
    }
    publisher.nodes(nodes, now);
    for (Store store : Store.values()) {
      Map<String, List<NodeShards>> shards = known.shards(store, now);
      shards.forEach((namespace, of) -> publisher.shards(store, namespace, of, now));
      for (String namespace : names) {
        if (!shards.containsKey(namespace)) {
          publisher.shards(store, namespace, List.of(), now);
        }
      }
    }
  }

  private void rememberPublished() throws InterruptedException {
    for (Store store : Store.values()) {
      for (String namespace : namespaces.get()) {
        String path = MapPaths.of(store, namespace);
        try {
          byte[] json = cluster.curator().getData().forPath(path);
          known.remember(
              MapJson.readMap(new MapKey(store, namespace), json), MapJson.writtenAt(json));
        } catch (NoNodeException nothing) {
          // the first spectator of the deployment
        } catch (InterruptedException closed) {
          throw closed;
        } catch (IOException unreadable) {
          LOG.warn("shard map entry unreadable, rewriting path={}", path, unreadable);
        } catch (Exception failed) {
          LOG.warn(
              "shard map entry not read, nodes that do not answer will be missing path={}",
              path,
              failed);
        }
      }
    }
  }

  @Override
  public void close() {
    ended = true;
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    polls.close();
  }
}

package goku.cluster.formats;

import goku.cluster.ClusterClient;
import goku.model.FormatLevel;
import goku.service.ClusterException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.KeeperException.BadVersionException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.apache.zookeeper.data.Stat;

/// The format level and the known nodes of a deployment in ZooKeeper. Processes may join, leave and
/// raise the level at the same time. Methods throw `ClusterException` if ZooKeeper does not answer
/// or an entry is invalid. Thread-safe.
public final class FormatRegistry {
  static final String PATH = ClusterClient.FORMATS;
  static final String NODES = ClusterClient.KNOWN_NODES;

  private static final String ROOT = "/goku";

  /// The number of attempts. All nodes of a large cluster may join at the same time.
  private static final int TRIES = 1_000;

  private final ClusterClient cluster;
  private final CuratorFramework curator;

  /// A change that fails with an exception of ZooKeeper if another process was faster.
  private interface Attempt<T> {
    T run() throws Exception;
  }

  /// The entry of the level, with the version of the ZooKeeper node and its text.
  private record Stored(LevelInForce inForce, int version, String json) {}

  public FormatRegistry(ClusterClient cluster) {
    this.cluster = cluster;
    this.curator = cluster.curator();
  }

  /// Returns the level and all known nodes; empty if no process with format levels ever joined.
  public Optional<Formats> read() {
    return attempt("read format level", this::tryToRead);
  }

  private Optional<Formats> tryToRead() throws Exception {
    Optional<Stored> stored = stored();
    return stored.isEmpty() ? Optional.empty() : Optional.of(formats(stored.get()));
  }

  /// Returns the names of the known nodes that do not run, ascending. Reads no entry, only lists
  /// them.
  public SortedSet<String> absent() {
    return attempt(
        "list the known nodes",
        () -> {
          SortedSet<String> names = new TreeSet<>(KnownBefore.names(cluster));
          if (curator.checkExists().forPath(NODES) != null) {
            names.addAll(curator.getChildren().forPath(NODES));
          }
          names.removeAll(KnownBefore.running(cluster));
          return names;
        });
  }

  /// Returns the level; empty if no process with format levels ever joined.
  public Optional<LevelInForce> level() {
    return attempt("read format level", () -> stored().map(Stored::inForce));
  }

  /// Adds or updates the entry of a node, and returns the level in force. The first node of a new
  /// deployment sets the level to its newest one. In a deployment with nodes of builds without
  /// format levels, the level begins with the first one.
  ///
  /// @param node the node, whose `since` is the current time
  /// @throws ClusterException if the level in force is higher than the node's newest one
  public LevelInForce join(FormatNode node) {
    return attempt("register the formats of node=" + node.name(), () -> tryToJoin(node));
  }

  private LevelInForce tryToJoin(FormatNode node) throws Exception {
    Optional<Stored> stored = stored();
    if (stored.isEmpty()) {
      return create(node);
    }
    LevelInForce inForce = stored.get().inForce();
    if (inForce.level() > node.newest()) {
      throw new ClusterException(
          ("cannot start %s: format level=%d is in force in this cluster, and this build reads up"
                  + " to level %d; start a newer build, `goku cluster formats` lists what the nodes"
                  + " read")
              .formatted(node.name(), inForce.level(), node.newest()));
    }
    String path = path(node.name());
    if (curator.checkExists().forPath(path) == null) {
      change(stored.get(), curator.transactionOp().create().forPath(path, FormatJson.write(node)));
      return inForce;
    }
    Optional<FormatNode> before = entry(node.name());
    FormatNode now = before.map(node::after).orElse(node);
    if (!before.equals(Optional.of(now))) {
      change(stored.get(), curator.transactionOp().setData().forPath(path, FormatJson.write(now)));
    }
    return inForce;
  }

  /// Returns the entry of a node; empty if it cannot be read.
  private Optional<FormatNode> entry(String name) throws Exception {
    byte[] json = curator.getData().forPath(path(name));
    try {
      return Optional.of(FormatJson.readNode(name, json));
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  private LevelInForce create(FormatNode node) throws Exception {
    int level = KnownBefore.any(curator) ? FormatLevel.FIRST : node.newest();
    if (curator.checkExists().forPath(ROOT) == null) {
      curator.create().orSetData().forPath(ROOT, new byte[0]);
    }
    var inForce = new LevelInForce(level, node.since(), LevelInForce.CREATION);
    curator
        .transaction()
        .forOperations(
            curator.transactionOp().create().forPath(PATH, FormatJson.write(inForce)),
            curator.transactionOp().create().forPath(NODES, new byte[0]),
            curator.transactionOp().create().forPath(path(node.name()), FormatJson.write(node)));
    return inForce;
  }

  /// Raises the level as far as all known nodes allow. Returns the level in force afterwards; empty
  /// if there is none.
  public Optional<LevelInForce> raise(Instant now) {
    return attempt("raise format level", () -> tryToRaise(LevelInForce.HAND, now));
  }

  /// Raises the level if the last node was upgraded long enough ago. Returns the level in force
  /// afterwards; empty if there is none.
  public Optional<LevelInForce> raiseIfDue(Instant now) {
    return attempt("raise format level", () -> tryToRaise(LevelInForce.TIME, now));
  }

  private Optional<LevelInForce> tryToRaise(String cause, Instant now) throws Exception {
    Optional<Stored> stored = stored();
    if (stored.isEmpty()) {
      return Optional.empty();
    }
    Stored before = stored.get();
    FormatDecision decision = formats(before).decision();
    boolean rises = cause.equals(LevelInForce.TIME) ? decision.isDue(now) : decision.canRise();
    if (!rises) {
      return Optional.of(before.inForce());
    }
    var raised = new LevelInForce(decision.reachable(), now, cause);
    curator.setData().withVersion(before.version()).forPath(PATH, FormatJson.write(raised));
    return Optional.of(raised);
  }

  /// Removes the entry of a node. Returns false if there is none.
  public boolean leave(String name) {
    return attempt("remove the formats of node=" + name, () -> tryToLeave(name));
  }

  private boolean tryToLeave(String name) throws Exception {
    Optional<Stored> stored = stored();
    if (stored.isEmpty() || curator.checkExists().forPath(path(name)) == null) {
      return false;
    }
    change(stored.get(), curator.transactionOp().delete().forPath(path(name)));
    return true;
  }

  /// Changes the entry of a node, unless the level or another entry was changed since.
  private void change(Stored seen, CuratorOp node) throws Exception {
    curator
        .transaction()
        .forOperations(
            curator
                .transactionOp()
                .setData()
                .withVersion(seen.version())
                .forPath(PATH, seen.json().getBytes(StandardCharsets.UTF_8)),
            node);
  }

  private <T> T attempt(String action, Attempt<T> attempt) {
    try {
      for (int tries = 0; tries < TRIES; tries++) {
        try {
          return attempt.run();
        } catch (BadVersionException | NodeExistsException | NoNodeException other) {
          // another process was faster, or the answer to this process' own change was lost: again
        }
      }
    } catch (ClusterException said) {
      throw said;
    } catch (Exception failed) {
      throw new ClusterException(
          "cannot %s at %s: %s".formatted(action, PATH, failed.getMessage()), failed);
    }
    throw new ClusterException(
        "cannot %s at %s: modified concurrently %d times; try again"
            .formatted(action, PATH, TRIES));
  }

  private Optional<Stored> stored() throws Exception {
    try {
      var stat = new Stat();
      byte[] json = curator.getData().storingStatIn(stat).forPath(PATH);
      return Optional.of(
          new Stored(
              FormatJson.readLevel(json),
              stat.getVersion(),
              new String(json, StandardCharsets.UTF_8)));
    } catch (NoNodeException absent) {
      return Optional.empty();
    }
  }

  private Formats formats(Stored stored) throws Exception {
    Map<String, FormatNode> nodes = new TreeMap<>();
    for (String name : KnownBefore.names(cluster)) {
      nodes.put(name, new FormatNode(name, FormatLevel.FIRST, Instant.EPOCH));
    }
    for (String name : curator.getChildren().forPath(NODES)) {
      nodes.put(name, FormatJson.readNode(name, curator.getData().forPath(path(name))));
    }
    return new Formats(stored.inForce(), List.copyOf(nodes.values()), KnownBefore.running(cluster));
  }

  private static String path(String name) {
    return NODES + "/" + name;
  }
}

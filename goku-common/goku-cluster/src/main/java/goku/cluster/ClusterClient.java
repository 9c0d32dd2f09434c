package goku.cluster;

import goku.service.ClusterException;
import goku.telemetry.Check;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.BoundedExponentialBackoffRetry;

/// The connection to ZooKeeper, shared by this package. Reconnects by itself, without a time limit.
/// Thread-safe.
public final class ClusterClient implements AutoCloseable {
  /// The ZooKeeper path of the controllers. Each controller has an entry with its name, and the one
  /// with the lowest number leads.
  public static final String CONTROLLERS = "/goku/controllers";

  /// The ZooKeeper path of the format level. Its version changes whenever a node joins.
  public static final String FORMATS = "/goku/formats";

  /// The ZooKeeper path of the nodes that joined and were not removed, by role and node name.
  public static final String KNOWN_NODES = FORMATS + "/nodes";

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

  private final ClusterConfig config;
  private final String servers;
  private final CuratorFramework curator;

  public ClusterClient(ClusterConfig config) {
    this.config = config;
    this.servers = config.zookeeper();
    this.curator = curator(servers);
  }

  private CuratorFramework curator(String connectString) {
    int session = (int) config.sessionTimeout().toMillis();
    return CuratorFrameworkFactory.builder()
        .connectString(connectString)
        .sessionTimeoutMs(session)
        .connectionTimeoutMs((int) Math.min(session, CONNECT_TIMEOUT.toMillis()))
        .retryPolicy(new BoundedExponentialBackoffRetry(50, 1000, 8))
        // use the configured servers, not the addresses that the servers report
        .ensembleTracker(false)
        .build();
  }

  /// Connects, and creates the chroot of the servers if there is none.
  ///
  /// @throws ClusterException if this takes longer than 20 seconds, or if the chroot cannot be
  ///   created
  public void start() {
    int path = servers.indexOf('/');
    if (path >= 0) {
      createChroot(servers.substring(0, path), servers.substring(path));
    }
    connect(curator);
  }

  /// No client of ZooKeeper creates its chroot, and all calls would fail.
  private void createChroot(String hosts, String chroot) {
    try (CuratorFramework root = curator(hosts)) {
      connect(root);
      if (root.checkExists().forPath(chroot) == null) {
        root.create().orSetData().creatingParentsIfNeeded().forPath(chroot, new byte[0]);
      }
    } catch (ClusterException said) {
      throw said;
    } catch (Exception failed) {
      throw new ClusterException(
          "cannot create %s in ZooKeeper: %s; check cluster.zookeeper, and the ACLs"
              .formatted(chroot, failed.getMessage()),
          failed);
    }
  }

  private void connect(CuratorFramework client) {
    client.start();
    try {
      if (!client.blockUntilConnected((int) START_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        throw new ClusterException(
            "cannot connect to ZooKeeper at %s: no answer within %d s; check the address, and that ZooKeeper runs"
                .formatted(servers, START_TIMEOUT.toSeconds()));
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClusterException(
          "cannot connect, interrupted: ZooKeeper at " + servers, interrupted);
    }
  }

  public Check check() {
    return curator.getZookeeperClient().isConnected()
        ? Check.ok("zookeeper")
        : Check.failed("zookeeper", "no connection to " + servers);
  }

  @Override
  public void close() {
    curator.close();
  }

  public ClusterConfig config() {
    return config;
  }

  /// Returns the connection, for the packages below this one.
  public CuratorFramework curator() {
    return curator;
  }
}

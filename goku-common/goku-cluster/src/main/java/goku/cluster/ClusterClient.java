package goku.cluster;

import goku.service.ClusterException;
import goku.telemetry.Check;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.BoundedExponentialBackoffRetry;

/// The connection to ZooKeeper that everything of this package shares. It reconnects by itself, for
/// ever. Thread-safe.
public final class ClusterClient implements AutoCloseable {
  /// The ZooKeeper path of the controllers. Each has an entry with its name, and the one with the
  /// lowest number leads.
  public static final String CONTROLLERS = "/goku/controllers";

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

  private final ClusterConfig config;
  private final String servers;
  private final CuratorFramework curator;

  public ClusterClient(ClusterConfig config) {
    this.config = config;
    this.servers = config.zookeeper();
    int session = (int) config.sessionTimeout().toMillis();
    this.curator =
        CuratorFrameworkFactory.builder()
            .connectString(servers)
            .sessionTimeoutMs(session)
            .connectionTimeoutMs((int) Math.min(session, CONNECT_TIMEOUT.toMillis()))
            .retryPolicy(new BoundedExponentialBackoffRetry(50, 1000, 8))
            // the servers are those of the configuration, not those they call themselves
            .ensembleTracker(false)
            .build();
  }

  /// Returns when connected; throws when that takes longer than 20 seconds.
  public void start() {
    curator.start();
    try {
      if (!curator.blockUntilConnected((int) START_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        throw new ClusterException(
            "ZooKeeper at %s does not answer for %d s: check the address and that it runs"
                .formatted(servers, START_TIMEOUT.toSeconds()));
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while connecting to " + servers, interrupted);
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

  /// For the packages below this one.
  public CuratorFramework curator() {
    return curator;
  }
}

package goku.cluster.helix;

import goku.cluster.ClusterConfig;
import goku.cluster.ServiceRole;
import java.time.Duration;
import org.apache.helix.HelixManager;
import org.apache.helix.InstanceType;
import org.apache.helix.SystemPropertyKeys;
import org.apache.helix.manager.zk.ZKHelixManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A factory of Helix connections, which also ends them.
final class HelixConnections {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /// The time limit for disconnecting, which never succeeds without ZooKeeper.
  private static final Duration END_LIMIT = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(HelixConnections.class);

  private HelixConnections() {}

  static HelixManager of(ClusterConfig config, ServiceRole service, InstanceType type) {
    // Helix reads these settings only from system properties
    System.setProperty(
        SystemPropertyKeys.ZK_SESSION_TIMEOUT, Long.toString(config.sessionTimeout().toMillis()));
    System.setProperty(
        SystemPropertyKeys.ZK_CONNECTION_TIMEOUT, Long.toString(CONNECT_TIMEOUT.toMillis()));
    return new ZKHelixManager(service.helixCluster(), config.nodeName(), type, config.zookeeper());
  }

  /// Ends the connection, or gives up after the time limit.
  static void end(HelixManager manager) {
    Thread end = Thread.ofPlatform().daemon().name("helix-end").start(manager::disconnect);
    try {
      if (!end.join(END_LIMIT)) {
        LOG.warn("Helix connection not closed in time, abandoning it limit={}", END_LIMIT);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

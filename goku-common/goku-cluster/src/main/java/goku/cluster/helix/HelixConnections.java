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

/// Makes and ends connections of Helix.
final class HelixConnections {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /// Long enough to say good-bye; without ZooKeeper nobody hears it.
  private static final Duration END_LIMIT = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(HelixConnections.class);

  private HelixConnections() {}

  static HelixManager of(ClusterConfig config, ServiceRole service, InstanceType type) {
    // Helix takes these from nowhere else
    System.setProperty(
        SystemPropertyKeys.ZK_SESSION_TIMEOUT, Long.toString(config.sessionTimeout().toMillis()));
    System.setProperty(
        SystemPropertyKeys.ZK_CONNECTION_TIMEOUT, Long.toString(CONNECT_TIMEOUT.toMillis()));
    return new ZKHelixManager(service.helixCluster(), config.nodeName(), type, config.zookeeper());
  }

  /// Returns when the connection has ended, or does not end soon.
  static void end(HelixManager manager) {
    Thread end = Thread.ofPlatform().daemon().name("helix-end").start(manager::disconnect);
    try {
      if (!end.join(END_LIMIT)) {
        LOG.warn("Helix does not end its connection within {}; it is left to itself", END_LIMIT);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

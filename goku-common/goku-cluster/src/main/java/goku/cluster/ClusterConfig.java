package goku.cluster;

import goku.config.Key;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;

/// The configuration of this node's place in the cluster.
public record ClusterConfig(
    @Key(
            value = "zookeeper",
            doc =
                "ZooKeeper servers, host:port separated by commas; a path after them, such as"
                    + " /goku-a, separates clusters that share a ZooKeeper")
        String zookeeper,
    @Key(
            value = "zone",
            doc = "zone of this node; replicas of a shard go to different zones",
            byDefault = "local")
        String zone,
    @Key(
            value = "node-name",
            doc = "name of this node, unique in its service; empty: the host name")
        String nodeName,
    @Key(
            value = "session-timeout",
            doc = "time after which a dead node counts as gone; must exceed the pauses of the JVM",
            byDefault = "6s",
            min = 1000,
            max = 60_000)
        Duration sessionTimeout) {
  /// The default session timeout: longer than a pause of the JVM, short enough to notice a dead
  /// node.
  private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(6);

  public ClusterConfig {
    if (nodeName.isEmpty()) {
      nodeName = hostName();
    }
  }

  public ClusterConfig(String zookeeper, String zone, String nodeName) {
    this(zookeeper, zone, nodeName, SESSION_TIMEOUT);
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "localhost";
    }
  }
}

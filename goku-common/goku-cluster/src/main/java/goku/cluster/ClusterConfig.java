package goku.cluster;

import goku.config.Key;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;

/// Where this node stands.
public record ClusterConfig(
    @Key(value = "zookeeper", doc = "ZooKeeper servers, host:port separated by commas")
        String zookeeper,
    @Key(
            value = "zone",
            doc = "zone of this node; replicas of a shard go to different zones",
            byDefault = "local")
        String zone,
    @Key(
            value = "node-name",
            doc = "name of this node, unique in its service; empty: the name of the host")
        String nodeName,
    @Key(
            value = "session-timeout",
            doc =
                "how long a dead node still counts as alive; a pause of the JVM must not reach it",
            byDefault = "6s",
            min = 1000,
            max = 60_000)
        Duration sessionTimeout) {
  /// As long as a pause of the JVM does not last, and a death may go unnoticed.
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

package goku.cluster;

import goku.config.Key;
import java.net.InetAddress;
import java.net.UnknownHostException;

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
        String nodeName) {
  public ClusterConfig {
    if (nodeName.isEmpty()) {
      nodeName = hostName();
    }
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "localhost";
    }
  }
}

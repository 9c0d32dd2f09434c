package goku.cluster.status;

import goku.cluster.ClusterClient;
import goku.cluster.ServiceRole;
import goku.service.ClusterException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.data.Stat;

/// A test of whether ZooKeeper works as required, and of which processes live. Leaves nothing
/// behind.
public final class ClusterProbe {
  private static final String PARENT = "/goku/doctor";

  private final ClusterClient cluster;

  /// @param cluster a started client
  public ClusterProbe(ClusterClient cluster) {
    this.cluster = cluster;
  }

  /// Writes a node and removes it. Returns ZooKeeper's time of the write.
  public Instant writtenAt() {
    String path = PARENT + "-" + UUID.randomUUID();
    try {
      var stat = new Stat();
      var curator = cluster.curator();
      curator.create().creatingParentsIfNeeded().storingStatIn(stat).forPath(path, new byte[0]);
      curator.delete().forPath(path);
      return Instant.ofEpochMilli(stat.getCtime());
    } catch (Exception failed) {
      throw new ClusterException(
          "cannot write %s in ZooKeeper: %s".formatted(path, failed.getMessage()), failed);
    }
  }

  /// Returns the names of the living nodes of a service.
  public List<String> live(ServiceRole service) {
    return children(service.livePath());
  }

  /// Returns the number of living controllers, of which one leads.
  public int controllers() {
    return children(ClusterClient.CONTROLLERS).size();
  }

  private List<String> children(String path) {
    try {
      return cluster.curator().getChildren().forPath(path).stream().sorted().toList();
    } catch (NoNodeException none) {
      return List.of();
    } catch (Exception failed) {
      throw new ClusterException("cannot read " + path + " in ZooKeeper", failed);
    }
  }
}

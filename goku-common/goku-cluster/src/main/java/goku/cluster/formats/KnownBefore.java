package goku.cluster.formats;

import goku.cluster.ClusterClient;
import goku.cluster.Followers;
import goku.cluster.ServiceRole;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.NoNodeException;

/// The traces of nodes in ZooKeeper that do not depend on format levels, so that builds without
/// format levels leave them too. Stateless.
final class KnownBefore {
  private static final List<String> TRACES =
      List.of(ClusterClient.CONTROLLERS, "/goku/followers", "/goku/nodes", "/goku/shard-map");

  private KnownBefore() {}

  /// Returns whether a process has ever joined the deployment.
  static boolean any(CuratorFramework curator) throws Exception {
    for (String path : TRACES) {
      if (curator.checkExists().forPath(path) != null) {
        return true;
      }
    }
    for (ServiceRole service : ServiceRole.values()) {
      if (curator.checkExists().forPath("/" + service.helixCluster()) != null) {
        return true;
      }
    }
    return false;
  }

  /// Returns the names of all nodes that Helix knows, and of all processes that run.
  static Set<String> names(ClusterClient cluster) throws Exception {
    Set<String> names = new TreeSet<>(running(cluster));
    for (ServiceRole service : ServiceRole.values()) {
      names.addAll(nodes(cluster.curator(), service, service.instancesPath()));
    }
    return names;
  }

  /// Returns the names of the processes that run.
  static Set<String> running(ClusterClient cluster) throws Exception {
    Set<String> names = new TreeSet<>(Followers.names(cluster));
    for (ServiceRole service : ServiceRole.values()) {
      names.addAll(nodes(cluster.curator(), service, service.livePath()));
    }
    return names;
  }

  private static List<String> nodes(CuratorFramework curator, ServiceRole service, String path)
      throws Exception {
    try {
      return curator.getChildren().forPath(path).stream()
          .map(node -> service.label() + "-" + node)
          .toList();
    } catch (NoNodeException none) {
      return List.of();
    }
  }
}

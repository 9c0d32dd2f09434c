package goku.cluster.helix;

import goku.cluster.ClusterClient;
import goku.cluster.ServiceRole;
import goku.service.ClusterException;
import org.apache.helix.HelixAdmin;
import org.apache.helix.HelixException;
import org.apache.helix.manager.zk.ZKHelixAdmin;

/// The nodes that ever joined the Helix cluster of a service. Stateless.
public final class Instances {
  private Instances() {}

  /// Removes a node that does not run. Returns false if Helix does not know the node.
  public static boolean drop(ClusterClient cluster, ServiceRole service, String node) {
    String helixCluster = service.helixCluster();
    HelixAdmin admin =
        new ZKHelixAdmin.Builder().setZkAddress(cluster.config().zookeeper()).build();
    try {
      if (!admin.getClusters().contains(helixCluster)
          || !admin.getInstancesInCluster(helixCluster).contains(node)) {
        return false;
      }
      admin.dropInstance(helixCluster, admin.getInstanceConfig(helixCluster, node));
      return true;
    } catch (HelixException failed) {
      throw new ClusterException(
          "cannot remove node=%s from %s: %s".formatted(node, helixCluster, failed.getMessage()),
          failed);
    } finally {
      admin.close();
    }
  }
}

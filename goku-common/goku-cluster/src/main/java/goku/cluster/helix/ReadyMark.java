package goku.cluster.helix;

import goku.cluster.ClusterClient;
import goku.cluster.ServiceRole;
import goku.service.ClusterException;

/// A mark in ZooKeeper that a Helix cluster is completely set up, so that nodes may join.
final class ReadyMark {
  private ReadyMark() {}

  static void set(ClusterClient cluster, ServiceRole service) {
    try {
      cluster.curator().create().orSetData().creatingParentsIfNeeded().forPath(path(service));
    } catch (Exception failed) {
      throw new ClusterException("cannot write " + path(service), failed);
    }
  }

  static boolean isSet(ClusterClient cluster, ServiceRole service) {
    try {
      return cluster.curator().checkExists().forPath(path(service)) != null;
    } catch (Exception failed) {
      throw new ClusterException("cannot read " + path(service), failed);
    }
  }

  private static String path(ServiceRole service) {
    return "/goku/ready/" + service.helixCluster();
  }
}

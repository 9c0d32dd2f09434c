package goku.integration.cluster;

import static goku.integration.cluster.process.ClusterProcesses.RESTART_LIMIT;
import static org.awaitility.Awaitility.await;

import goku.integration.cluster.process.ClusterLayout;
import goku.integration.fixture.GokuHttp;

/// The calls of a root to nodes of GokuS, and the shard map by which it chooses them.
final class RootCalls {
  private final GokuHttp root;

  RootCalls(ClusterLayout layout, String root) {
    this.root = new GokuHttp(layout.admin(root));
  }

  double toOwnZone() {
    return calls("own");
  }

  double toOtherZones() {
    return calls("other");
  }

  private double calls(String zone) {
    return root.metric("goku_root_routing_calls_total", "store=\"short\"", "zone=\"" + zone + "\"");
  }

  /// Waits until the root has read a shard map that was written after this call.
  void awaitNewerMap() {
    long begin = System.currentTimeMillis();
    await()
        .atMost(RESTART_LIMIT)
        .until(
            () -> {
              long asked = System.currentTimeMillis();
              double ageSeconds = root.metric("goku_cluster_map_age_seconds ");
              return asked - ageSeconds * 1000 > begin;
            });
  }
}

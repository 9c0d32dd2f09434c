package goku.cluster.formats;

import goku.cluster.ClusterClient;
import goku.cluster.ServiceRole;
import goku.cluster.helix.Instances;
import goku.service.ClusterException;

/// The removal of a node that stopped for good, from the known nodes and from Helix. A node that
/// starts again joins again. Stateless.
public final class NodeRemoval {
  private NodeRemoval() {}

  /// Removes the node. Returns false if no such node is known.
  ///
  /// @param name the role and the node name, `short-a-0`
  /// @throws ClusterException if the node runs
  public static boolean remove(ClusterClient cluster, String name) {
    var registry = new FormatRegistry(cluster);
    if (registry.read().filter(formats -> formats.running().contains(name)).isPresent()) {
      throw new ClusterException("cannot remove node=%s: it runs; stop it first".formatted(name));
    }
    boolean removed = registry.leave(name);
    for (ServiceRole service : ServiceRole.values()) {
      String prefix = service.label() + "-";
      if (name.startsWith(prefix)) {
        removed |= Instances.drop(cluster, service, name.substring(prefix.length()));
      }
    }
    return removed;
  }
}

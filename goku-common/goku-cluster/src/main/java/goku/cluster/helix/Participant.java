package goku.cluster.helix;

import goku.cluster.ClusterClient;
import goku.cluster.ServiceRole;
import goku.service.ShardHolder;
import goku.telemetry.Check;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;

/// A node's place in the cluster: that it lives, where it can be reached, and which shards it has
/// (section 4.3 of the paper). Joining goes on in the background for as long as it takes; the node
/// works meanwhile, and keeps what it has when ZooKeeper is away.
public final class Participant implements AutoCloseable {
  private final Membership membership;

  /// @param cluster started; its configuration has the node's name and zone
  /// @param address `host:port` under which other processes reach the node RPC
  /// @param holders who gets the shards; none for a service of which nothing is placed
  public Participant(
      ClusterClient cluster,
      ServiceRole service,
      String address,
      Map<Placement, ShardHolder> holders,
      MeterRegistry registry) {
    for (Placement placement : holders.keySet()) {
      if (placement.service() != service) {
        throw new IllegalArgumentException(
            "%s is not placed on nodes of %s".formatted(placement, service.label()));
      }
    }
    var node = new NodeMember(cluster, service, address, new HeldShards(holders, registry));
    this.membership = new Membership(cluster, node);
  }

  /// Returns at once.
  public void start() {
    membership.start();
  }

  /// Whether the cluster has this node.
  public Check check() {
    return membership.check();
  }

  /// Leaves the cluster. Shards are not released: the process ends, or comes back to them.
  @Override
  public void close() {
    membership.close();
  }
}

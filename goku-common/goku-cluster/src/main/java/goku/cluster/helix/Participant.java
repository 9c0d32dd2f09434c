package goku.cluster.helix;

import goku.cluster.ClusterClient;
import goku.cluster.ServiceRole;
import goku.service.ShardHolder;
import goku.telemetry.Check;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;

/// A node's participation in the cluster: that it lives, its address, and its shards (section 4.3
/// of the paper). Joins in the background for as long as necessary. The node works meanwhile, and
/// keeps its shards while ZooKeeper is unavailable.
public final class Participant implements AutoCloseable {
  private final Membership membership;

  /// Creates a participant that has not joined yet.
  ///
  /// @param cluster a started client, whose configuration has the node's name and zone
  /// @param address `host:port` at which other processes reach the node RPC
  /// @param holders the holders of shards; none for a service without placement
  public Participant(
      ClusterClient cluster,
      ServiceRole service,
      String address,
      Map<Placement, ShardHolder> holders,
      MeterRegistry registry) {
    for (Placement placement : holders.keySet()) {
      if (placement.service() != service) {
        throw new IllegalArgumentException(
            "cannot hold placement=%s: nodes of service=%s never get it"
                .formatted(placement, service.label()));
      }
    }
    var node = new NodeMember(cluster, service, address, new HeldShards(holders, registry));
    this.membership = new Membership(cluster, node);
  }

  /// Begins to join, without waiting.
  public void start() {
    membership.start();
  }

  /// Returns whether the node is a member of the cluster.
  public Check check() {
    return membership.check();
  }

  /// Leaves the cluster. Shards are not released: the process either ends or rejoins later.
  @Override
  public void close() {
    membership.close();
  }
}

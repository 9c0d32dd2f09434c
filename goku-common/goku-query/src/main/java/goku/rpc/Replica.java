package goku.rpc;

/// A replica of a shard, as listed in the shard map.
///
/// @param node the node's name, unique among the nodes of its service
/// @param address `host:port` of the node's RPC
/// @param health the replica's health when the node was last polled
/// @param isDrained whether reads move away from its node
public record Replica(
    String node, String zone, String address, ShardHealth health, boolean isDrained) {
  /// Creates a replica whose node is not drained.
  public Replica(String node, String zone, String address, ShardHealth health) {
    this(node, zone, address, health, false);
  }

  /// Returns this replica on a drained node.
  public Replica drained() {
    return new Replica(node, zone, address, health, true);
  }
}

package goku.rpc;

/// A replica of a shard, as listed in the shard map.
///
/// @param node the node's name, unique among the nodes of its service
/// @param address `host:port` of the node's RPC
/// @param health the replica's health when the node was last polled
public record Replica(String node, String zone, String address, ShardHealth health) {}

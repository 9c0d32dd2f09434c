package goku.rpc;

/// A replica of a shard as the shard map has it.
///
/// @param node unique among the nodes of its service
/// @param address `host:port` of the node's RPC
/// @param health as of the last look at the node
public record Replica(String node, String zone, String address, ShardHealth health) {}

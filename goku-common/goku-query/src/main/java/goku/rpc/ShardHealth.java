package goku.rpc;

import goku.model.Holes;
import goku.model.ShardId;

/// The health of a node's replica of a shard (section 4.7.2 of the paper).
///
/// @param lagMillis milliseconds since the replica was last known to have all records of its log;
///   newer datapoints may be missing. 0 if the shard follows no log.
/// @param holes the times for which the replica may lack datapoints
public record ShardHealth(ShardId shard, ShardState state, long lagMillis, Holes holes) {}

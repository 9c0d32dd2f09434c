package goku.rpc;

import goku.model.ShardId;

/// How a node's replica of a shard is (section 4.7.2 of the paper).
///
/// @param lagMillis for how long the replica may lack datapoints that came meanwhile: the time
///   since it was last known to have all of its log, 0 when it follows no log
/// @param completeFromMillis while it recovers, the first millisecond from which on it has all that
///   it should have; the smallest long when nothing older is missing
public record ShardHealth(
    ShardId shard, ShardState state, long lagMillis, long completeFromMillis) {}

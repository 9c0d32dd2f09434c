package goku.rpc;

/// The ability of a shard's replica to answer calls.
public enum ShardState {
  /// All datapoints are present, except for those of the reported lag and holes.
  SERVING,
  /// The replica answers, but datapoints before some time are still missing.
  RECOVERING,
  /// The replica cannot answer: its node is unreachable or has not opened the shard yet.
  UNAVAILABLE
}

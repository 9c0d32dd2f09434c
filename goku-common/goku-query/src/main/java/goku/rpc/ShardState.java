package goku.rpc;

/// What a replica of a shard is good for.
public enum ShardState {
  /// It has all it should have, but for what its lag says.
  SERVING,
  /// It answers, while datapoints from before some time are still to come.
  RECOVERING,
  /// It cannot be asked: its node does not answer, or has not opened it yet.
  UNAVAILABLE
}

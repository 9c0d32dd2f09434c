package goku.shortterm.finalization;

/// The log of a namespace's shards, for those who append to it. Thread-safe; a call does not wait,
/// and a failure is logged.
@FunctionalInterface
public interface ShardLog {
  /// Appends a record behind all others of the shard.
  ///
  /// @param shard its number in the namespace
  void append(int shard, byte[] key, byte[] value);
}

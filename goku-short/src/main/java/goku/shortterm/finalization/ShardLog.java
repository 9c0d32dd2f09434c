package goku.shortterm.finalization;

/// The log of a namespace's shards, for appending. Thread-safe. A call does not wait, and a failure
/// is logged.
@FunctionalInterface
public interface ShardLog {
  /// Appends a record after all others of the shard.
  ///
  /// @param shard the shard's number in the namespace
  void append(int shard, byte[] key, byte[] value);
}

package goku.rpc;

import java.util.List;

/// The health of a node's shards, as the node reports it. Thread-safe.
@FunctionalInterface
public interface NodeHealth {
  /// Returns the health of the shards open on the node, unordered.
  List<ShardHealth> shards() throws InterruptedException;
}

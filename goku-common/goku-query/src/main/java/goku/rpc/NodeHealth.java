package goku.rpc;

import java.util.List;

/// How the shards of a node are, asked of the node itself. Thread-safe.
@FunctionalInterface
public interface NodeHealth {
  /// The shards that are open on the node, in no order.
  List<ShardHealth> shards() throws InterruptedException;
}

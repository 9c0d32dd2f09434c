package goku.root.slow;

/// The stages of a query before its answer is written.
public enum Stage {
  /// The wait in the queue.
  QUEUE,
  /// The choice of shards and nodes.
  PLAN,
  /// The wait until all nodes have begun to answer.
  NODES
}

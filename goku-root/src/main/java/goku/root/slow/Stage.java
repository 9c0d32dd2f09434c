package goku.root.slow;

/// What takes time before the answer is written.
public enum Stage {
  /// For a place among those at work.
  QUEUE,
  /// To find out which nodes have what is asked for.
  PLAN,
  /// Until all nodes have begun to answer.
  NODES
}

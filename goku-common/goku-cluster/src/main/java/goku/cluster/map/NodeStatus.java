package goku.cluster.map;

/// A node as the spectator sees it.
///
/// @param answers whether the node answered the last poll
public record NodeStatus(ClusterNode node, boolean answers) {}

package goku.cluster.map;

/// A node as the spectator sees it.
///
/// @param answers whether it answered when it was asked last
public record NodeStatus(ClusterNode node, boolean answers) {}

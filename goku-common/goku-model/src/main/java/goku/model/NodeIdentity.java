package goku.model;

/// Who a node is among those of its service.
///
/// @param zone replicas of a shard lie in different zones
/// @param name the same after a restart, which then takes up what the node had; empty for a node
///   that is nobody in particular
public record NodeIdentity(String zone, String name) {}

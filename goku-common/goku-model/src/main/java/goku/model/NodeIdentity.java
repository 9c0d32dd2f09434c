package goku.model;

/// The identity of a node among the nodes of its service.
///
/// @param zone the failure zone; replicas of a shard lie in different zones
/// @param name a name that survives restarts, so that a restarted node resumes its shards; empty
///   for a node without a fixed identity
public record NodeIdentity(String zone, String name) {}

package goku.root.routing.choice;

import goku.rpc.Replica;

/// A replica that can be called for a shard.
///
/// @param alone whether to call the node for this shard only: it has reported that it lacks one of
///   several shards, but not which one
public record Candidate(Replica replica, boolean alone) {
  public String node() {
    return replica.node();
  }
}

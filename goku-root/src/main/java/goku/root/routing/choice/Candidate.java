package goku.root.routing.choice;

import goku.rpc.Replica;

/// A replica that can be asked for a shard.
///
/// @param alone the shard is asked for by itself: the node said of several shards that it lacks one
///   of them, and did not say which
public record Candidate(Replica replica, boolean alone) {
  public String node() {
    return replica.node();
  }
}

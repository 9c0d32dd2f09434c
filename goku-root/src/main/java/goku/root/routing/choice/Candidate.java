package goku.root.routing.choice;

import goku.rpc.Replica;

/// A replica that can be called for a shard. A candidate that is `alone` must be called for this
/// shard only, because its node has reported that it lacks one of several shards, but not which.
public record Candidate(Replica replica, boolean alone) {
  public String node() {
    return replica.node();
  }
}

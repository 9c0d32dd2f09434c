package goku.shortterm.top;

import goku.model.Namespace;
import goku.query.usage.ShardUsage;

/// An up-to-date shard and its usage.
///
/// @param shard the shard's number in the namespace
public record TopSource(Namespace namespace, int shard, ShardUsage usage) {
  @Override
  public String toString() {
    return namespace.shard(shard).toString();
  }
}

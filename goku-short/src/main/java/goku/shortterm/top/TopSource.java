package goku.shortterm.top;

import goku.model.Namespace;
import goku.query.usage.ShardUsage;

/// A shard that is up to date, and who writes to it.
///
/// @param shard its number in the namespace
public record TopSource(Namespace namespace, int shard, ShardUsage usage) {
  @Override
  public String toString() {
    return namespace.shard(shard).toString();
  }
}

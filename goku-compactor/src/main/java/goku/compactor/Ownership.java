package goku.compactor;

import goku.model.ShardId;
import java.util.function.Predicate;

/// Which shards a compactor works for. Two that work for the same one do twice the work and no
/// harm.
///
/// @param memory shards of GokuS, whose finalized buckets it shuffles
/// @param disk shards of GokuL, whose buckets it makes
public record Ownership(Predicate<ShardId> memory, Predicate<ShardId> disk) {
  /// All shards.
  public static Ownership all() {
    return new Ownership(shard -> true, shard -> true);
  }
}

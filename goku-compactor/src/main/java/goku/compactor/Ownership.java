package goku.compactor;

import goku.compactor.job.Task;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.ShardId;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// The shards that a compactor currently works for. It neither builds nor cleans up anything for
/// other shards. Two compactors that own the same shard do the work twice but no harm, so ownership
/// may change hands at any time and may overlap. Thread-safe.
public final class Ownership {
  private final Set<ShardId> shuffled = ConcurrentHashMap.newKeySet();
  private final Set<ShardId> compacted = ConcurrentHashMap.newKeySet();

  private final boolean ofAll;

  private Ownership(boolean ofAll) {
    this.ofAll = ofAll;
  }

  /// Returns an ownership of no shards, until shards are taken.
  public static Ownership none() {
    return new Ownership(false);
  }

  /// Returns an ownership of all shards, including those that a later `follow` adds.
  public static Ownership all(Namespaces namespaces) {
    var ownership = new Ownership(true);
    ownership.follow(namespaces);
    return ownership;
  }

  /// Gives up the shards of removed namespaces, and adds the new shards of the others if this is an
  /// ownership of all shards.
  void follow(Namespaces namespaces) {
    shuffled.removeIf(shard -> namespaces.isRemoved(shard.namespace()));
    compacted.removeIf(shard -> namespaces.isRemoved(shard.namespace()));
    if (ofAll) {
      for (Namespace namespace : namespaces.all()) {
        memoryShards(namespace).forEach(shuffled::add);
        namespace.allDiskShards().forEach(compacted::add);
      }
    }
  }

  /// Returns the shards of GokuS whose finalized buckets go to disk.
  static Stream<ShardId> memoryShards(Namespace namespace) {
    return namespace.disk().isPresent() ? namespace.allShards() : Stream.of();
  }

  /// Returns the shards of GokuS whose finalized buckets are shuffled.
  Set<ShardId> shuffled() {
    return shuffled;
  }

  /// Returns the shards of GokuL whose buckets are built.
  Set<ShardId> compacted() {
    return compacted;
  }

  /// Returns whether this compactor may build or remove a bucket. A shard number from a time when
  /// the namespace had more shards belongs to one of its current shards.
  boolean has(Namespace namespace, int tier, int shard) {
    int shards = tier == 0 ? namespace.sharding().shards() : namespace.diskSharding().shards();
    return (tier == 0 ? shuffled : compacted).contains(namespace.shard(shard % shards));
  }

  /// Returns whether this compactor works for a shard of the namespace.
  boolean hasAny(Namespace namespace) {
    return Stream.concat(shuffled.stream(), compacted.stream())
        .anyMatch(shard -> shard.namespace().equals(namespace.name()));
  }

  boolean has(Task task) {
    return has(task.namespace(), task.job().bucket().tier(), task.job().bucket().shard());
  }
}

package goku.compactor;

import goku.compactor.job.Task;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.ShardId;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// Which shards a compactor works for at present. What it has not, it neither makes anything for
/// nor cleans up. Two that work for the same one do twice the work and no harm, so ownership may
/// change hands at any time, and may overlap. Thread-safe.
public final class Ownership {
  private final Set<ShardId> shuffled = ConcurrentHashMap.newKeySet();
  private final Set<ShardId> compacted = ConcurrentHashMap.newKeySet();

  private final boolean ofAll;

  private Ownership(boolean ofAll) {
    this.ofAll = ofAll;
  }

  /// Of nothing, until shards are taken.
  public static Ownership none() {
    return new Ownership(false);
  }

  /// Of all shards that there are, and of those that it hears of by `follow`.
  public static Ownership all(Namespaces namespaces) {
    var ownership = new Ownership(true);
    ownership.follow(namespaces);
    return ownership;
  }

  /// There may be new shards: they are ours if all are.
  void follow(Namespaces namespaces) {
    if (ofAll) {
      for (Namespace namespace : namespaces.all()) {
        memoryShards(namespace).forEach(shuffled::add);
        namespace.allDiskShards().forEach(compacted::add);
      }
    }
  }

  /// Shards of GokuS whose finalized buckets go to disk.
  static Stream<ShardId> memoryShards(Namespace namespace) {
    return namespace.disk().isPresent() ? namespace.allShards() : Stream.of();
  }

  /// Shards of GokuS, whose finalized buckets are shuffled.
  Set<ShardId> shuffled() {
    return shuffled;
  }

  /// Shards of GokuL, whose buckets are made.
  Set<ShardId> compacted() {
    return compacted;
  }

  /// Whether a bucket is ours to make or to remove. Numbers that a namespace had when it had more
  /// shards belong to those that it has now.
  boolean has(Namespace namespace, int tier, int shard) {
    int shards = tier == 0 ? namespace.sharding().shards() : namespace.diskSharding().shards();
    return (tier == 0 ? shuffled : compacted).contains(namespace.shard(shard % shards));
  }

  boolean has(Task task) {
    return has(task.namespace(), task.job().bucket().tier(), task.job().bucket().shard());
  }
}

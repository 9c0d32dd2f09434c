package goku.compactor.plan;

import goku.model.Tier;
import goku.tier.Manifest;
import goku.tier.Tombstone;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Deletes of what lies on disk, and which buckets have been made without what they are about, as
/// of an inventory. Owned by one thread: answers are kept.
final class Deletes {
  /// A bucket is made again so long after a delete, so that many in a row cost one rewriting. One
  /// that is made anyway goes without what was deleted at once.
  static final Duration DELAY = Duration.ofHours(1);

  /// A node of GokuL that was away for less finds the deletes that it did not see.
  static final Duration KEPT = Duration.ofDays(7);

  private final Inventory inventory;
  private final long nowMillis;
  private final IdentityHashMap<Manifest, Set<String>> inputs = new IdentityHashMap<>();

  Deletes(Inventory inventory, Instant now) {
    this.inventory = inventory;
    nowMillis = now.toEpochMilli();
  }

  /// Those that a bucket of the window is made with, by their keys.
  List<Tombstone> of(WindowKey window, long lengthMillis) {
    long end = window.startMillis() + lengthMillis;
    return inventory.deletes(window.shard()).stream()
        .filter(delete -> delete.touches(window.startMillis(), end))
        .sorted((one, other) -> one.key().compareTo(other.key()))
        .toList();
  }

  /// Whether the bucket is due to be made again because of a delete.
  boolean isLacking(Manifest made) {
    return inventory.deletes(made.shard()).stream()
        .filter(delete -> isOlder(delete, DELAY))
        .anyMatch(delete -> !isIn(delete, made));
  }

  /// Whether nothing that is there, is being made or may still come has anything of it. What is on
  /// its way from GokuS comes in the order of time, so all of the range has come when a later
  /// window is there; a bucket that began to be made before the delete is there when `KEPT` has
  /// passed, and lacks it, or is made again before.
  ///
  /// @param feeders of the shard
  boolean isDone(Tombstone delete, Feeders feeders) {
    long last = delete.delete().range().endMillis();
    return isOlder(delete, KEPT)
        && Stream.concat(
                inventory.finalizedWindows().stream(), inventory.shuffledWindows().stream())
            .noneMatch(window -> touches(delete, window, feeders))
        && feeders.of(delete.shard()).allMatch(shard -> inventory.isBehindFrontier(shard, last))
        && inventory.manifests(delete.shard()).allMatch(made -> isIn(delete, made));
  }

  /// @param window of GokuS
  private static boolean touches(Tombstone delete, WindowKey window, Feeders feeders) {
    long start = window.startMillis();
    return delete.touches(start, start + Tier.MEMORY_BUCKET.toMillis())
        && feeders.fedBy(window.shard()).anyMatch(shard -> shard == delete.shard());
  }

  private boolean isOlder(Tombstone delete, Duration age) {
    return delete.madeMillis() + age.toMillis() <= nowMillis;
  }

  /// Whether the bucket was made with the delete, or has nothing of its range.
  private boolean isIn(Tombstone delete, Manifest made) {
    return !delete.touches(made.startMillis(), made.endMillis())
        || inputs
            .computeIfAbsent(made, missing -> new HashSet<>(missing.inputs()))
            .contains(delete.key());
  }
}

package goku.compactor.plan;

import goku.model.Tier;
import goku.tier.Feeders;
import goku.tier.Manifest;
import goku.tier.Tombstone;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The deletes of data on disk, and the buckets that were already built without the deleted data,
/// as of an inventory. Owned by one thread, as results are cached.
final class Deletes {
  /// The time after a delete when a bucket is built again, so that many deletes in a row cost one
  /// rewrite. A bucket that is built anyway omits the deleted data at once.
  static final Duration DELAY = Duration.ofHours(1);

  /// The time for which a delete stays, so that a GokuL node finds it if it was away for less.
  static final Duration KEPT = Duration.ofDays(7);

  private final Inventory inventory;
  private final long nowMillis;
  private final IdentityHashMap<Manifest, Set<String>> inputs = new IdentityHashMap<>();

  Deletes(Inventory inventory, Instant now) {
    this.inventory = inventory;
    nowMillis = now.toEpochMilli();
  }

  /// Returns the deletes that a bucket of the window must be built with, by their keys.
  List<Tombstone> of(WindowKey window, long lengthMillis) {
    long end = window.startMillis() + lengthMillis;
    return inventory.deletes(window.shard()).stream()
        .filter(delete -> delete.touches(window.startMillis(), end))
        .sorted((one, other) -> one.key().compareTo(other.key()))
        .toList();
  }

  /// Returns whether the bucket is due to be built again because of a delete.
  boolean isLacking(Manifest made) {
    return inventory.deletes(made.shard()).stream()
        .filter(delete -> isOlder(delete, DELAY))
        .anyMatch(delete -> !isIn(delete, made));
  }

  /// Returns whether no existing, running or future output can contain data of the delete. Data
  /// from GokuS arrive in time order, so all of the range has arrived once a later window exists. A
  /// bucket whose job began before the delete exists once `KEPT` has passed. It lacks the delete
  /// then, unless it was built again before.
  ///
  /// @param feeders feeders of the shard
  boolean isDone(Tombstone delete, Feeders feeders) {
    long last = delete.delete().range().endMillis();
    return isOlder(delete, KEPT)
        && Stream.concat(
                inventory.finalizedWindows().stream(), inventory.shuffledWindows().stream())
            .noneMatch(window -> touches(delete, window, feeders))
        && feeders.of(delete.shard()).allMatch(shard -> inventory.isBehindFrontier(shard, last))
        && inventory.manifests(delete.shard()).allMatch(made -> isIn(delete, made));
  }

  /// @param window window of GokuS
  private static boolean touches(Tombstone delete, WindowKey window, Feeders feeders) {
    long start = window.startMillis();
    return delete.touches(start, start + Tier.MEMORY_BUCKET.toMillis())
        && feeders.fedBy(window.shard()).anyMatch(shard -> shard == delete.shard());
  }

  private boolean isOlder(Tombstone delete, Duration age) {
    return delete.madeMillis() + age.toMillis() <= nowMillis;
  }

  /// Returns whether the bucket was built with the delete, or has nothing of its range.
  private boolean isIn(Tombstone delete, Manifest made) {
    return !delete.touches(made.startMillis(), made.endMillis())
        || inputs
            .computeIfAbsent(made, missing -> new HashSet<>(missing.inputs()))
            .contains(delete.key());
  }
}

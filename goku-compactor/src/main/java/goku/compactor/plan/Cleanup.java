package goku.compactor.plan;

import static goku.compactor.plan.Removal.Reason.DONE;
import static goku.compactor.plan.Removal.Reason.EXPIRED;
import static goku.compactor.plan.Removal.Reason.LEFTOVER;
import static goku.compactor.plan.Removal.Reason.REPLACED;

import goku.model.Namespace;
import goku.model.Tier;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.TierKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The removals that are due.
///
/// - A window of GokuS, finalized and shuffled: when its time in memory plus a margin has passed,
///   and all buckets built from it are complete and up to date.
/// - A bucket of a tier: when its time to live has passed, the next bucket is complete and up to
///   date, and all of its inputs are gone. In the last tier, when its time to live has passed.
/// - Older generations of shuffled buckets and of tiers, when the newer one is complete. Older
///   finalized generations belong to GokuS until they expire: its snapshots may need them.
/// - Files of a bucket that no compactor will complete.
/// - A delete: when it is done, or when even the last tier holds nothing of its range.
final class Cleanup {
  /// The time for which expired windows stay: a GokuS node that restarts fetches files that have
  /// not expired by its own clock.
  static final Duration MEMORY_MARGIN = Duration.ofHours(1);

  /// The age at which files without a marker are removed if this compactor is not due to build
  /// them. Another compactor that knows more may be writing them. A job uploads all of its files in
  /// one go, so none of them stays unchanged for long.
  static final Duration LEFTOVER_AGE = Duration.ofHours(1);

  private final Inventory inventory;
  private final TierState state;
  private final Set<BucketKey> targets;
  private final long memoryMillis;
  private final Instant now;
  private final List<Removal> removals = new ArrayList<>();

  private Cleanup(
      Inventory inventory,
      TierState state,
      Set<BucketKey> targets,
      long memoryMillis,
      Instant now) {
    this.inventory = inventory;
    this.state = state;
    this.targets = targets;
    this.memoryMillis = memoryMillis;
    this.now = now;
  }

  /// @param targets buckets that are due to be built
  static List<Removal> of(
      Inventory inventory,
      Namespace namespace,
      TierState state,
      Set<BucketKey> targets,
      Instant now) {
    long memoryMillis = namespace.memoryTtl().plus(MEMORY_MARGIN).toMillis();
    var cleanup = new Cleanup(inventory, state, targets, memoryMillis, now);
    cleanup.addFinalized();
    inventory.shuffledDirectories().forEach(cleanup::addShuffled);
    inventory.tierDirectories().stream()
        .sorted(Comparator.comparing(directory -> WindowKey.of(directory.bucket())))
        .forEach(cleanup::addTier);
    cleanup.addDeletes();
    return cleanup.removals;
  }

  private void addFinalized() {
    for (WindowKey window : inventory.finalizedWindows()) {
      for (int generation : inventory.finalized(window).keySet()) {
        if (isConsumed(window, generation)) {
          BucketKey bucket = window.generation(generation);
          removals.add(new Removal(bucket, EXPIRED, List.of(TierKeys.finalized(bucket))));
        }
      }
    }
  }

  private void addShuffled(Directory directory) {
    WindowKey window = WindowKey.of(directory.bucket());
    int generation = directory.bucket().generation();
    if (generation < state.replacing(window)) {
      remove(directory, REPLACED);
    } else if (isConsumed(window, generation)) {
      remove(directory, EXPIRED);
    } else if (state.marker(directory.bucket()).isPresent()) {
      if (!inventory.isUnreadable(directory.bucket())) {
        Set<String> named = new TreeSet<>();
        state
            .marker(directory.bucket())
            .orElseThrow()
            .files()
            .forEach(file -> named.add(file.name()));
        removeUnnamed(directory, named);
      }
    } else if (!inventory.finalized(window).isEmpty()
        && !inventory.isUnreadable(directory.bucket())
        && isAbandoned(directory)) {
      remove(directory, LEFTOVER);
    }
  }

  private void addTier(Directory directory) {
    WindowKey window = WindowKey.of(directory.bucket());
    if (!state.isKnown(window)) {
      // from an earlier configuration: nothing is built from it, but GokuL may serve it
      if (state.isDead(window)) {
        remove(directory, EXPIRED);
      }
      return;
    }
    Optional<Manifest> newest = inventory.newest(window);
    int generation = directory.bucket().generation();
    int complete = newest.map(Manifest::generation).orElse(0);
    if (generation < complete) {
      remove(directory, REPLACED);
    } else if (generation == complete) {
      if (isExpired(window)) {
        remove(directory, EXPIRED);
      } else {
        Set<String> named = new TreeSet<>();
        newest.orElseThrow().files().forEach(file -> named.add(file.name()));
        removeUnnamed(directory, named);
      }
    } else if (inventory.isUnreadable(directory.bucket())) {
      if (state.isDead(window)) {
        remove(directory, EXPIRED);
      }
    } else if ((isAbandoned(directory) && isElsewhere(window))
        || (newest.isEmpty() && isPast(window))) {
      remove(directory, LEFTOVER);
    }
  }

  /// Returns whether the time of a bucket without a marker is in another bucket or in inputs. Else
  /// the files are all that is left of it, and only their marker is missing.
  private boolean isElsewhere(WindowKey window) {
    return inventory.newest(window).isPresent()
        || state.hasSources(window)
        || state.above(window, window.shard()).isPresent();
  }

  private void addDeletes() {
    inventory
        .deletes()
        .forEach(
            delete -> {
              boolean dead = state.isDead(delete.delete().range().endMillis());
              if (dead || state.deletes().isDone(delete, state.feeders())) {
                long start = delete.delete().range().startMillis();
                BucketKey lowest = state.window(delete.shard(), 1, start).generation(0);
                removals.add(new Removal(lowest, dead ? EXPIRED : DONE, List.of(delete.key())));
              }
            });
  }

  /// Returns whether the bucket will not be built again.
  private boolean isPast(WindowKey window) {
    return state.isDead(window) || state.above(window, window.shard()).isPresent();
  }

  /// Returns whether the generation of a window of GokuS, or a later one, is in complete buckets of
  /// all shards of GokuL, as their manifests tell, and is no longer needed.
  private boolean isConsumed(WindowKey window, int generation) {
    if (!state.isOver(window.startMillis() + state.length(0), memoryMillis)) {
      return false;
    }
    return state.isDead(window)
        || (state.isKnown(window)
            && state
                .feeders()
                .fedBy(window.shard())
                .allMatch(shard -> isConsumed(window, shard, generation)));
  }

  private boolean isConsumed(WindowKey window, int diskShard, int generation) {
    return isIn(window, diskShard)
        && (state.hasConsumed(window, diskShard, generation)
            || state
                .shuffled(window)
                .filter(marker -> marker.generation() >= generation)
                .isPresent());
  }

  private boolean isExpired(WindowKey window) {
    if (state.isDead(window)) {
      return true;
    }
    Tier tier = state.tier(window.tier());
    boolean over =
        state.isOver(window.startMillis() + tier.bucket().toMillis(), tier.ttl().toMillis());
    return over
        && !state.hasSources(window)
        && isIn(window, window.shard())
        && hasRawOf(state.above(window, window.shard()).orElseThrow(), window);
  }

  /// Returns whether the bucket above is complete and up to date.
  private boolean isIn(WindowKey window, int diskShard) {
    return state.above(window, diskShard).filter(state::isUpToDate).isPresent();
  }

  /// Returns whether the bucket above has the raw datapoints of a bucket that must be kept.
  private boolean hasRawOf(WindowKey above, WindowKey window) {
    long end = window.startMillis() + state.length(window.tier());
    return !state.keepsRaw(end)
        || !inventory.newest(window).filter(Manifest::raw).isPresent()
        || inventory.newest(above).filter(Manifest::raw).isPresent();
  }

  private boolean isAbandoned(Directory directory) {
    return !targets.contains(directory.bucket())
        && !directory.unchangedSince().plus(LEFTOVER_AGE).isAfter(now);
  }

  private void remove(Directory directory, Removal.Reason reason) {
    removals.add(new Removal(directory.bucket(), reason, directory.keys()));
  }

  private void removeUnnamed(Directory directory, Set<String> named) {
    List<String> keys =
        directory.names().stream()
            .filter(name -> !named.contains(name) && !name.equals(TierKeys.MARKER))
            .map(name -> directory.prefix() + name)
            .toList();
    if (!keys.isEmpty()) {
      removals.add(new Removal(directory.bucket(), LEFTOVER, keys));
    }
  }
}

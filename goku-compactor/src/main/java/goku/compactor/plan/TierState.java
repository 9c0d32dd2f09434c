package goku.compactor.plan;

import static goku.model.Tier.MEMORY_BUCKET;

import goku.model.Disk;
import goku.model.Namespace;
import goku.model.Sharding;
import goku.model.Tier;
import goku.tier.Manifest;
import goku.tier.ShuffleMarker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/// The sources of a namespace's buckets and whether they are complete, as of an inventory. Owned by
/// one thread, as results are cached.
final class TierState {
  /// @param passing whether a bucket above already has the window, so that existing inputs came
  ///   late
  private record Question(WindowKey window, boolean passing) {}

  private final Inventory inventory;
  private final long nowMillis;
  private final List<Tier> tiers;
  private final Feeders feeders;
  private final Sharding memory;
  private final Sharding disk;

  /// The windows of tiers that have inputs below them.
  private final Set<WindowKey> occupied = new HashSet<>();

  private final Deletes deletes;
  private final Map<Question, Boolean> settled = new HashMap<>();
  private final Map<WindowKey, Boolean> upToDate = new HashMap<>();

  /// @param namespace namespace with tiers
  TierState(Inventory inventory, Namespace namespace, Instant now) {
    this.inventory = inventory;
    nowMillis = now.toEpochMilli();
    tiers = namespace.disk().map(Disk::tiers).orElseThrow();
    memory = namespace.sharding();
    disk = namespace.diskSharding();
    feeders = new Feeders(memory, disk);
    deletes = new Deletes(inventory, now);
    addOccupied();
  }

  private void addOccupied() {
    Set<WindowKey> there = new HashSet<>(inventory.finalizedWindows());
    inventory.shuffledWindows().stream()
        .filter(window -> shuffled(window).isPresent())
        .forEach(there::add);
    for (WindowKey window : there) {
      feeders.fedBy(window.shard()).forEach(shard -> addOccupied(window, shard));
    }
    inventory.tierWindows().stream()
        .filter(this::isKnown)
        .forEach(window -> addOccupied(window, window.shard()));
  }

  private void addOccupied(WindowKey window, int diskShard) {
    for (int tier = window.tier() + 1; tier <= tiers.size(); tier++) {
      occupied.add(window(diskShard, tier, window.startMillis()));
    }
  }

  Feeders feeders() {
    return feeders;
  }

  Deletes deletes() {
    return deletes;
  }

  Tier last() {
    return tiers.getLast();
  }

  boolean isKnown(WindowKey window) {
    return window.tier() == 0
        ? window.shard() < memory.shards()
        : window.tier() <= tiers.size() && window.shard() < disk.shards();
  }

  Tier tier(int number) {
    return tiers.get(number - 1);
  }

  long length(int tier) {
    return tier == 0 ? MEMORY_BUCKET.toMillis() : tier(tier).bucket().toMillis();
  }

  boolean isOver(long endMillis, long ttlMillis) {
    return endMillis + ttlMillis <= nowMillis;
  }

  /// Returns whether even the last tier no longer holds anything of this time.
  boolean isDead(long startMillis) {
    long end = last().startOf(startMillis) + last().bucket().toMillis();
    return isOver(end, last().ttl().toMillis());
  }

  /// Returns the window of a tier that holds the time.
  WindowKey window(int shard, int tier, long millis) {
    return new WindowKey(shard, tier, tier(tier).startOf(millis));
  }

  /// Returns the lowest complete bucket above the window that holds its time.
  Optional<WindowKey> above(WindowKey window, int diskShard) {
    for (int tier = window.tier() + 1; tier <= tiers.size(); tier++) {
      WindowKey above = window(diskShard, tier, window.startMillis());
      if (inventory.newest(above).isPresent()) {
        return Optional.of(above);
      }
    }
    return Optional.empty();
  }

  /// Returns the newest generation of a window of GokuS that is shuffled for the current sharding.
  Optional<ShuffleMarker> shuffled(WindowKey window) {
    return inventory.shuffled(window, disk);
  }

  /// Returns whether a bucket of a tier has inputs below it.
  boolean hasSources(WindowKey window) {
    return occupied.contains(window);
  }

  /// Returns the existing complete sources of a bucket, by time.
  List<CompactionInput> sources(WindowKey window) {
    List<CompactionInput> sources = new ArrayList<>();
    boolean made = inventory.newest(window).isPresent();
    lower(window).forEach(start -> addSources(window, start, made, false, sources));
    return sources;
  }

  /// @param passing whether the bucket above has the data that the window below has lost
  /// @param late whether the bucket below is gone
  private void addSources(
      WindowKey above, long startMillis, boolean passing, boolean late, List<CompactionInput> to) {
    if (above.tier() == 1) {
      feeders
          .of(above.shard())
          .mapToObj(shard -> shuffled(new WindowKey(shard, 0, startMillis)))
          .flatMap(Optional::stream)
          .forEach(marker -> to.add(CompactionInput.of(marker, above.shard(), late)));
      return;
    }
    var window = new WindowKey(above.shard(), above.tier() - 1, startMillis);
    Optional<Manifest> manifest = inventory.newest(window);
    if (manifest.isPresent()) {
      to.add(CompactionInput.of(manifest.get()));
    } else if (passing && hasSources(window)) {
      lower(window).forEach(start -> addSources(window, start, true, true, to));
    }
  }

  /// Returns whether all sources of a bucket are complete and up to date.
  boolean areSourcesSettled(WindowKey window) {
    return areSourcesSettled(window, inventory.newest(window).isPresent());
  }

  private boolean areSourcesSettled(WindowKey window, boolean passing) {
    return lower(window)
        .allMatch(
            start ->
                window.tier() == 1
                    ? feeders.of(window.shard()).allMatch(s -> isSettled(s, start, passing))
                    : isSettled(new WindowKey(window.shard(), window.tier() - 1, start), passing));
  }

  private boolean isSettled(WindowKey window, boolean passing) {
    var question = new Question(window, passing);
    Boolean known = settled.get(question);
    if (known == null) {
      known =
          inventory.newest(window).isPresent()
              ? isUpToDate(window)
              : hasSources(window)
                  ? passing && areSourcesSettled(window, true)
                  : passing || wasEmpty(window);
      settled.put(question, known);
    }
    return known;
  }

  /// Returns whether all windows of GokuS in it existed before, or never will.
  private boolean wasEmpty(WindowKey window) {
    long last = window.startMillis() + length(window.tier()) - length(0);
    return feeders.of(window.shard()).allMatch(s -> inventory.isBehindFrontier(s, last));
  }

  /// Returns whether a window of GokuS is settled.
  private boolean isSettled(int shard, long startMillis, boolean passing) {
    var window = new WindowKey(shard, 0, startMillis);
    var finalized = inventory.finalized(window);
    Optional<ShuffleMarker> marker = shuffled(window);
    if (finalized.isEmpty() && marker.isEmpty()) {
      return passing || inventory.isBehindFrontier(shard, startMillis);
    }
    return finalized.isEmpty()
        || (marker.isPresent() && marker.get().generation() >= finalized.lastKey());
  }

  /// Returns whether the bucket is complete, contains the newest generation of all of its sources,
  /// and lacks deleted data.
  boolean isUpToDate(WindowKey window) {
    Boolean known = upToDate.get(window);
    if (known == null) {
      Optional<Manifest> manifest = inventory.newest(window);
      known =
          manifest.isPresent()
              && areSourcesSettled(window)
              && !deletes.isLacking(manifest.get())
              && sources(window).stream().allMatch(source -> source.isIn(manifest.get().inputs()));
      upToDate.put(window, known);
    }
    return known;
  }

  /// Returns the starts of the windows of the tier before that make up the bucket.
  private LongStream lower(WindowKey window) {
    long length = length(window.tier() - 1);
    long count = length(window.tier()) / length;
    return LongStream.range(0, count).map(i -> window.startMillis() + i * length);
  }
}

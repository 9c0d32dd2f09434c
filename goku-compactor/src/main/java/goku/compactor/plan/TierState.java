package goku.compactor.plan;

import static goku.model.Tier.MEMORY_BUCKET;

import goku.model.Disk;
import goku.model.Namespace;
import goku.model.Sharding;
import goku.model.Tier;
import goku.tier.BucketKey;
import goku.tier.ConsumedWindows;
import goku.tier.Feeders;
import goku.tier.Manifest;
import goku.tier.ShuffleMarker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// The sources of a namespace's buckets and whether they are complete, as of an inventory. Owned by
/// one thread, as results are cached.
final class TierState {
  /// @param passing whether a bucket above already has the window, so that existing inputs came
  ///   late
  private record Question(WindowKey window, boolean passing) {}

  private final Inventory inventory;
  private final long nowMillis;
  private final Disk configured;
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
    configured = namespace.disk().orElseThrow();
    tiers = configured.tiers();
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
    inventory.unreadable().stream()
        .map(marker -> WindowKey.of(marker.bucket()))
        .filter(this::isKnown)
        .forEach(
            window ->
                (window.tier() == 0 ? feeders.fedBy(window.shard()) : IntStream.of(window.shard()))
                    .forEach(shard -> addOccupied(window, shard)));
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

  /// Returns the length of the windows of a tier, whether it is configured or not.
  long length(int tier) {
    return (tier == 0 ? MEMORY_BUCKET : Disk.bucket(tier)).toMillis();
  }

  boolean isOver(long endMillis, long ttlMillis) {
    return endMillis + ttlMillis <= nowMillis;
  }

  /// Returns whether even the last tier no longer holds anything of this time.
  boolean isDead(long millis) {
    long end = last().startOf(millis) + last().bucket().toMillis();
    return isOver(end, last().ttl().toMillis());
  }

  /// Returns whether even the last tier no longer holds anything of the window, whose tier may be a
  /// larger one of an earlier configuration.
  boolean isDead(WindowKey window) {
    return isDead(window.startMillis() + length(window.tier()) - 1);
  }

  /// Returns whether raw datapoints are kept of a time that ends then.
  boolean keepsRaw(long endMillis) {
    return !isOver(endMillis, configured.rawTtl().toMillis());
  }

  /// Returns the window of a tier that holds the time.
  WindowKey window(int shard, int tier, long millis) {
    return new WindowKey(shard, tier, tier(tier).startOf(millis));
  }

  /// Returns the lowest bucket above the window that holds its time: a complete one, or one whose
  /// marker cannot be read.
  Optional<WindowKey> above(WindowKey window, int diskShard) {
    for (int tier = window.tier() + 1; tier <= tiers.size(); tier++) {
      WindowKey above = window(diskShard, tier, window.startMillis());
      if (inventory.newest(above).isPresent() || isUnreadable(above)) {
        return Optional.of(above);
      }
    }
    return Optional.empty();
  }

  /// Returns whether a bucket of a larger tier of an earlier configuration holds the time.
  boolean isInFormerTier(WindowKey window) {
    return inventory
        .manifests(window.shard())
        .filter(made -> made.tier() > tiers.size())
        .anyMatch(
            made ->
                made.startMillis() <= window.startMillis()
                    && made.endMillis() > window.startMillis());
  }

  /// Returns whether the newest generation of a window has a marker that cannot be used, so that it
  /// is unknown what the bucket holds.
  boolean isUnreadable(WindowKey window) {
    int readable =
        window.tier() == 0
            ? shuffled(window).map(ShuffleMarker::generation).orElse(0)
            : inventory.newest(window).map(Manifest::generation).orElse(0);
    return inventory
        .unreadable(window)
        .filter(marker -> marker.bucket().generation() > readable)
        .isPresent();
  }

  /// Returns whether a bucket whose marker cannot be read can be built from its inputs: all of them
  /// exist, as none can be told from one that was removed.
  boolean canBeBuiltAgain(WindowKey window) {
    boolean newer = inventory.unreadable(window).filter(UnreadableMarker::newer).isPresent();
    return !newer && areSourcesSettled(window) && hasAllInputs(window);
  }

  /// Returns whether all possible inputs of a bucket exist.
  boolean hasAllInputs(WindowKey window) {
    return lower(window)
        .allMatch(
            start ->
                window.tier() == 1
                    ? feeders
                        .of(window.shard())
                        .allMatch(s -> shuffled(new WindowKey(s, 0, start)).isPresent())
                    : inventory
                        .newest(new WindowKey(window.shard(), window.tier() - 1, start))
                        .isPresent());
  }

  /// Returns whether the lowest bucket above a window of GokuS is known to have consumed the
  /// generation or a later one.
  boolean hasConsumed(WindowKey window, int diskShard, int generation) {
    return above(window, diskShard)
        .filter(above -> !isUnreadable(above))
        .flatMap(inventory::newest)
        .filter(made -> Consumption.generation(made, window) >= generation)
        .isPresent();
  }

  /// Returns whether all shards of GokuL are known to have consumed the generation of a window of
  /// GokuS, or a later one.
  boolean hasConsumed(WindowKey window, int generation) {
    return feeders.fedBy(window.shard()).allMatch(shard -> hasConsumed(window, shard, generation));
  }

  /// Returns the newest generation of a window of GokuS that is shuffled for the current sharding.
  Optional<ShuffleMarker> shuffled(WindowKey window) {
    return inventory.shuffled(window, disk);
  }

  /// Returns the marker of a shuffled bucket for the current sharding.
  Optional<ShuffleMarker> marker(BucketKey bucket) {
    return inventory.shuffled(bucket, disk);
  }

  /// Returns whether a bucket of a tier has inputs below it.
  boolean hasSources(WindowKey window) {
    return occupied.contains(window);
  }

  /// Returns the existing complete sources of a bucket, by time.
  List<CompactionInput> sources(WindowKey window) {
    List<CompactionInput> sources = new ArrayList<>();
    Optional<Manifest> made = inventory.newest(window);
    lower(window).forEach(start -> addSources(window, start, made, false, sources));
    return sources;
  }

  /// @param made newest generation of the bucket whose sources are found: it has the data that the
  ///   window below has lost, and no older generation of a window of GokuS replaces them
  /// @param late whether the bucket below is gone
  private void addSources(
      WindowKey above,
      long startMillis,
      Optional<Manifest> made,
      boolean late,
      List<CompactionInput> to) {
    if (above.tier() == 1) {
      feeders
          .of(above.shard())
          .forEach(
              shard ->
                  addFiles(new WindowKey(shard, 0, startMillis), above.shard(), made, late, to));
      return;
    }
    var window = new WindowKey(above.shard(), above.tier() - 1, startMillis);
    Optional<Manifest> manifest = inventory.newest(window);
    if (manifest.isPresent()) {
      to.add(CompactionInput.of(manifest.get()));
    } else if (made.isPresent() && hasSources(window)) {
      lower(window).forEach(start -> addSources(window, start, made, true, to));
    }
  }

  /// Adds the shuffled files of a window of which the bucket has no later ones.
  private void addFiles(
      WindowKey window,
      int diskShard,
      Optional<Manifest> made,
      boolean late,
      List<CompactionInput> to) {
    int consumed =
        made.map(bucket -> Consumption.generation(bucket, window)).orElse(ConsumedWindows.NONE);
    boolean isFirst = consumed == ConsumedWindows.NONE;
    for (ShuffleMarker marker : inventory.inForce(window, disk)) {
      if (consumed <= marker.generation()) {
        to.add(CompactionInput.of(marker, diskShard, late, isFirst));
        isFirst = false;
      }
    }
  }

  /// Returns the highest generation of a finalized window that must be shuffled: below it, none is
  /// needed. Empty if there is nothing to shuffle.
  OptionalInt toShuffle(WindowKey window) {
    for (int generation : inventory.finalized(window).descendingKeySet()) {
      if (hasConsumed(window, generation)) {
        return OptionalInt.empty();
      }
      Optional<ShuffleMarker> marker = inventory.shuffled(window.generation(generation), disk);
      if (marker.isEmpty()) {
        return OptionalInt.of(generation);
      }
      if (marker.get().coverage().replaces()) {
        return OptionalInt.empty();
      }
    }
    return OptionalInt.empty();
  }

  /// Returns the newest shuffled generation of a window that replaces the older ones.
  int replacing(WindowKey window) {
    return inventory.inForce(window, disk).stream()
        .filter(marker -> marker.coverage().replaces())
        .mapToInt(ShuffleMarker::generation)
        .max()
        .orElse(0);
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
                    ? feeders
                        .of(window.shard())
                        .allMatch(
                            s -> isSettled(new WindowKey(s, 0, start), window.shard(), passing))
                    : isSettled(new WindowKey(window.shard(), window.tier() - 1, start), passing));
  }

  private boolean isSettled(WindowKey window, boolean passing) {
    var question = new Question(window, passing);
    Boolean known = settled.get(question);
    if (known == null) {
      known =
          (inventory.newest(window).isPresent() || isUnreadable(window))
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

  /// Returns whether a window of GokuS is settled for a shard of GokuL.
  private boolean isSettled(WindowKey window, int diskShard, boolean passing) {
    var finalized = inventory.finalized(window);
    Optional<ShuffleMarker> marker = shuffled(window);
    int newest =
        Math.max(
            finalized.isEmpty() ? 0 : finalized.lastKey(),
            isUnreadable(window)
                ? inventory.unreadable(window).orElseThrow().bucket().generation()
                : 0);
    if (newest == 0) {
      return marker.isPresent()
          || passing
          || inventory.isBehindFrontier(window.shard(), window.startMillis());
    }
    boolean isShuffled =
        marker.filter(found -> found.generation() >= newest).isPresent()
            && toShuffle(window).isEmpty();
    return isShuffled || hasConsumed(window, diskShard, newest);
  }

  /// Returns whether the bucket is complete, contains the newest generation of all of its sources,
  /// and lacks deleted data.
  boolean isUpToDate(WindowKey window) {
    Boolean known = upToDate.get(window);
    if (known == null) {
      Optional<Manifest> manifest = inventory.newest(window);
      known =
          manifest.isPresent()
              && !isUnreadable(window)
              && areSourcesSettled(window)
              && hasAll(manifest.get(), sources(window));
      upToDate.put(window, known);
    }
    return known;
  }

  /// Returns whether a bucket contains all of its sources, lacks deleted data, and holds raw
  /// datapoints if it should and its sources have them.
  boolean hasAll(Manifest made, List<CompactionInput> sources) {
    return sources.stream().allMatch(source -> source.isIn(made))
        && !deletes.isLacking(made)
        && !isLackingRaw(made, sources);
  }

  /// Returns whether raw datapoints that the bucket should hold can be had from its sources.
  private boolean isLackingRaw(Manifest made, List<CompactionInput> sources) {
    return tier(made.tier()).raw()
        && !made.raw()
        && !sources.isEmpty()
        && sources.stream().allMatch(source -> source.manifest() == null || source.manifest().raw())
        && sources.stream().noneMatch(CompactionInput::isAddition)
        && gone(made, sources).isEmpty();
  }

  /// Returns the inputs of a bucket of which no generation exists.
  static Set<String> gone(Manifest made, List<CompactionInput> sources) {
    Set<WindowKey> there =
        sources.stream().map(CompactionInput::window).collect(Collectors.toSet());
    return made.inputs().stream()
        .filter(
            key ->
                CompactionInput.window(key)
                    .filter(input -> input.tier() < made.tier())
                    .filter(input -> !there.contains(input))
                    .isPresent())
        .collect(Collectors.toSet());
  }

  /// Returns the starts of the windows of the tier before that make up the bucket.
  private LongStream lower(WindowKey window) {
    long length = length(window.tier() - 1);
    long count = length(window.tier()) / length;
    return LongStream.range(0, count).map(i -> window.startMillis() + i * length);
  }
}

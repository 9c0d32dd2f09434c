package goku.compactor.plan;

import goku.model.Sharding;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.ShuffleMarker;
import goku.tier.StoredFile;
import goku.tier.Tombstone;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The contents of S3 for a namespace, as of a listing. Immutable once built.
public final class Inventory {
  private final Map<WindowKey, NavigableMap<Integer, Long>> finalized;
  private final Map<WindowKey, NavigableMap<Integer, ShuffleMarker>> shuffled;
  private final Map<WindowKey, NavigableMap<Integer, Manifest>> tiers;
  private final Map<Integer, Long> frontiers;
  private final Map<BucketKey, Directory> shuffledDirectories;
  private final Map<BucketKey, Directory> tierDirectories;
  private final Map<WindowKey, Integer> taken;
  private final Map<Integer, List<Tombstone>> deletes;
  private final NavigableMap<BucketKey, UnreadableMarker> unreadable;

  private Inventory(Builder from) {
    finalized = Collections.unmodifiableMap(new TreeMap<>(from.finalized));
    shuffled = Collections.unmodifiableMap(new TreeMap<>(from.shuffled));
    tiers = Collections.unmodifiableMap(new TreeMap<>(from.tiers));
    frontiers = Map.copyOf(from.frontiers);
    shuffledDirectories = Collections.unmodifiableMap(new TreeMap<>(from.shuffledDirectories));
    tierDirectories = Collections.unmodifiableMap(new TreeMap<>(from.tierDirectories));
    taken = Map.copyOf(from.taken);
    deletes = Map.copyOf(from.deletes);
    unreadable = Collections.unmodifiableNavigableMap(new TreeMap<>(from.unreadable));
  }

  private Inventory(Inventory from, Collection<UnreadableMarker> more) {
    finalized = from.finalized;
    shuffled = from.shuffled;
    tiers = from.tiers;
    frontiers = from.frontiers;
    shuffledDirectories = from.shuffledDirectories;
    tierDirectories = from.tierDirectories;
    taken = from.taken;
    deletes = from.deletes;
    NavigableMap<BucketKey, UnreadableMarker> all = new TreeMap<>(from.unreadable);
    more.forEach(marker -> all.put(marker.bucket(), marker));
    unreadable = Collections.unmodifiableNavigableMap(all);
  }

  /// Returns this inventory with more markers that cannot be used.
  Inventory withUnreadable(Collection<UnreadableMarker> more) {
    return new Inventory(this, more);
  }

  /// A builder that collects the results of a listing. Owned by one thread.
  public static final class Builder {
    private final Map<WindowKey, NavigableMap<Integer, Long>> finalized = new HashMap<>();
    private final Map<WindowKey, NavigableMap<Integer, ShuffleMarker>> shuffled = new HashMap<>();
    private final Map<WindowKey, NavigableMap<Integer, Manifest>> tiers = new HashMap<>();
    private final Map<Integer, Long> frontiers = new HashMap<>();
    private final Map<BucketKey, Directory> shuffledDirectories = new HashMap<>();
    private final Map<BucketKey, Directory> tierDirectories = new HashMap<>();
    private final Map<WindowKey, Integer> taken = new HashMap<>();
    private final Map<Integer, List<Tombstone>> deletes = new HashMap<>();
    private final Map<BucketKey, UnreadableMarker> unreadable = new HashMap<>();

    public Builder finalized(BucketKey bucket, long bytes) {
      finalized
          .computeIfAbsent(WindowKey.of(bucket), key -> new TreeMap<>())
          .put(bucket.generation(), bytes);
      return this;
    }

    /// Records that all windows of a shard of GokuS before this one exist, or were empty.
    public Builder frontier(int shard, long startMillis) {
      frontiers.merge(shard, startMillis, Math::max);
      return this;
    }

    public Builder shuffled(ShuffleMarker marker) {
      shuffled
          .computeIfAbsent(WindowKey.of(marker.bucket()), key -> new TreeMap<>())
          .put(marker.generation(), marker);
      return this;
    }

    public Builder tier(Manifest manifest) {
      tiers
          .computeIfAbsent(WindowKey.of(manifest.bucket()), key -> new TreeMap<>())
          .put(manifest.generation(), manifest);
      return this;
    }

    /// Adds the objects of a shuffled bucket, complete or not.
    public Builder shuffledDirectory(Directory directory) {
      shuffledDirectories.put(directory.bucket(), directory);
      return this;
    }

    /// Adds the objects of a bucket of a tier, complete or not.
    public Builder tierDirectory(Directory directory) {
      tierDirectories.put(directory.bucket(), directory);
      return this;
    }

    /// Adds a delete of data of a shard of GokuL.
    public Builder delete(Tombstone delete) {
      deletes.computeIfAbsent(delete.shard(), key -> new ArrayList<>()).add(delete);
      return this;
    }

    /// Adds a bucket whose marker exists and cannot be used.
    public Builder unreadable(UnreadableMarker marker) {
      unreadable.put(marker.bucket(), marker);
      return this;
    }

    /// Records that another compactor has begun to build this generation from other inputs.
    public Builder taken(BucketKey bucket) {
      taken.merge(WindowKey.of(bucket), bucket.generation(), Math::max);
      return this;
    }

    public Inventory build() {
      return new Inventory(this);
    }
  }

  /// Returns the windows that GokuS finalized and whose files exist.
  Set<WindowKey> finalizedWindows() {
    return finalized.keySet();
  }

  /// Returns the windows with a complete shuffled bucket, for any sharding.
  Set<WindowKey> shuffledWindows() {
    return shuffled.keySet();
  }

  /// Returns the windows with a complete bucket of a tier.
  Set<WindowKey> tierWindows() {
    return tiers.keySet();
  }

  Collection<Directory> shuffledDirectories() {
    return shuffledDirectories.values();
  }

  Collection<Directory> tierDirectories() {
    return tierDirectories.values();
  }

  /// Returns the existing generations of a finalized window with their sizes in bytes.
  NavigableMap<Integer, Long> finalized(WindowKey window) {
    return finalized.getOrDefault(window, Collections.emptyNavigableMap());
  }

  /// Returns the newest generation of the window that is shuffled for the sharding.
  Optional<ShuffleMarker> shuffled(WindowKey window, Sharding sharding) {
    return shuffled
        .getOrDefault(window, Collections.emptyNavigableMap())
        .descendingMap()
        .values()
        .stream()
        .filter(
            marker ->
                marker.groups() == sharding.shardGroups()
                    && marker.perGroup() == sharding.shardsPerGroup())
        .findFirst();
  }

  /// Returns the markers of a window for the sharding whose files make up the window, ascending:
  /// the newest one that replaces others, and the additions and incomplete ones after it.
  List<ShuffleMarker> inForce(WindowKey window, Sharding sharding) {
    List<ShuffleMarker> all =
        shuffled.getOrDefault(window, Collections.emptyNavigableMap()).values().stream()
            .filter(
                marker ->
                    marker.groups() == sharding.shardGroups()
                        && marker.perGroup() == sharding.shardsPerGroup())
            .toList();
    Optional<ShuffleMarker> base =
        all.stream().filter(marker -> marker.coverage().replaces()).reduce((one, later) -> later);
    int from = base.map(ShuffleMarker::generation).orElse(0);
    return Stream.concat(
            base.stream(),
            all.stream()
                .filter(marker -> !marker.coverage().replaces())
                .filter(marker -> marker.generation() > from))
        .toList();
  }

  /// Returns the marker of a shuffled bucket for the sharding.
  Optional<ShuffleMarker> shuffled(BucketKey bucket, Sharding sharding) {
    return Optional.ofNullable(
            shuffled
                .getOrDefault(WindowKey.of(bucket), Collections.emptyNavigableMap())
                .get(bucket.generation()))
        .filter(
            marker ->
                marker.groups() == sharding.shardGroups()
                    && marker.perGroup() == sharding.shardsPerGroup());
  }

  /// Returns whether a marker exists, for any sharding.
  boolean hasShuffleMarker(BucketKey bucket) {
    return shuffled
        .getOrDefault(WindowKey.of(bucket), Collections.emptyNavigableMap())
        .containsKey(bucket.generation());
  }

  /// Returns the newest complete generation of a bucket.
  Optional<Manifest> newest(WindowKey window) {
    NavigableMap<Integer, Manifest> generations = tiers.get(window);
    return generations == null ? Optional.empty() : Optional.of(generations.lastEntry().getValue());
  }

  /// Returns whether a later window of the shard of GokuS existed, so that anything missing of this
  /// one never existed.
  boolean isBehindFrontier(int shard, long startMillis) {
    Long frontier = frontiers.get(shard);
    return frontier != null && startMillis < frontier;
  }

  /// Returns the deletes of a shard of GokuL.
  List<Tombstone> deletes(int diskShard) {
    return deletes.getOrDefault(diskShard, List.of());
  }

  Stream<Tombstone> deletes() {
    return deletes.values().stream().flatMap(List::stream);
  }

  /// Returns all complete generations of all buckets of a shard of GokuL.
  Stream<Manifest> manifests(int diskShard) {
    return tiers.entrySet().stream()
        .filter(window -> window.getKey().shard() == diskShard)
        .flatMap(window -> window.getValue().values().stream());
  }

  /// Returns the buckets whose markers exist and cannot be used.
  public Collection<UnreadableMarker> unreadable() {
    return unreadable.values();
  }

  /// Returns whether the bucket has a marker that cannot be used.
  boolean isUnreadable(BucketKey bucket) {
    return unreadable.containsKey(bucket);
  }

  /// Returns the newest generation of the window that has a marker that cannot be used.
  Optional<UnreadableMarker> unreadable(WindowKey window) {
    return Optional.ofNullable(unreadable.floorEntry(window.generation(Integer.MAX_VALUE)))
        .map(Map.Entry::getValue)
        .filter(marker -> WindowKey.of(marker.bucket()).equals(window));
  }

  /// An amount of data in buckets of tiers.
  ///
  /// @param oldest begin of the oldest bucket; empty if there is none
  public record Amount(int buckets, long bytes, long points, Optional<Instant> oldest) {}

  /// Returns the amount of data in complete buckets that removals would remove.
  public Amount amount(List<Removal> removals) {
    List<Manifest> gone =
        removals.stream()
            .flatMap(
                removal ->
                    manifests(removal.bucket().shard())
                        .filter(made -> made.bucket().equals(removal.bucket())))
            .toList();
    return new Amount(
        gone.size(),
        gone.stream().flatMap(made -> made.files().stream()).mapToLong(StoredFile::bytes).sum(),
        gone.stream().mapToLong(Manifest::points).sum(),
        gone.stream()
            .map(made -> Instant.ofEpochMilli(made.startMillis()))
            .min(Comparator.naturalOrder()));
  }

  OptionalInt taken(WindowKey window) {
    Integer generation = taken.get(window);
    return generation == null ? OptionalInt.empty() : OptionalInt.of(generation);
  }
}

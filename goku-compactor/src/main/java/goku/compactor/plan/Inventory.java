package goku.compactor.plan;

import goku.model.Sharding;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.ShuffleMarker;
import goku.tier.Tombstone;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
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

  private Inventory(Builder from) {
    finalized = Collections.unmodifiableMap(new TreeMap<>(from.finalized));
    shuffled = Collections.unmodifiableMap(new TreeMap<>(from.shuffled));
    tiers = Collections.unmodifiableMap(new TreeMap<>(from.tiers));
    frontiers = Map.copyOf(from.frontiers);
    shuffledDirectories = Collections.unmodifiableMap(new TreeMap<>(from.shuffledDirectories));
    tierDirectories = Collections.unmodifiableMap(new TreeMap<>(from.tierDirectories));
    taken = Map.copyOf(from.taken);
    deletes = Map.copyOf(from.deletes);
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

  OptionalInt taken(WindowKey window) {
    Integer generation = taken.get(window);
    return generation == null ? OptionalInt.empty() : OptionalInt.of(generation);
  }
}

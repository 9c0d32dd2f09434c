package goku.shortterm.backup;

import goku.format.FormatException;
import goku.model.Disk;
import goku.model.Namespace;
import goku.objectstore.ObjectStore;
import goku.shortterm.files.BucketName;
import goku.tier.BucketKey;
import goku.tier.Feeders;
import goku.tier.Manifest;
import goku.tier.TierKeys;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// The evidence of which bucket files are in the tiers of GokuL: the manifests of all shards of
/// GokuL that have series of the shard of GokuS. A manifest states the generation that its bucket
/// consumed of each window. Owned by one thread.
///
/// @param clock shows the earliest time that it can be
record TierEvidence(ObjectStore store, InstantSource clock) {
  private static final Comparator<BucketKey> LATEST_FIRST =
      Comparator.comparingInt(BucketKey::generation).reversed();

  /// The knowledge about files. Of those in neither set, a manifest is unusable or was removed
  /// meanwhile.
  ///
  /// @param consumed files whose generation, or a later one, is in the tiers, and those that even
  ///   the last tier would no longer keep
  /// @param lacking files that the tiers lack
  record Found(Set<BucketName> consumed, Set<BucketName> lacking) {}

  /// Returns the files that are in the tiers; see `Found`.
  ///
  /// @param asked files of a shard whose namespace has tiers
  /// @throws goku.objectstore.ObjectStoreException when S3 cannot be read
  Set<BucketName> consumed(ShardInventory shard, Collection<BucketName> asked) {
    return find(shard, asked).consumed();
  }

  /// Returns the knowledge about the files. Parameters and errors are those of `consumed`.
  Found find(ShardInventory shard, Collection<BucketName> asked) {
    Namespace namespace = shard.namespace();
    long keptFrom = clock.millis() - namespace.disk().map(Disk::ttl).orElseThrow().toMillis();
    Set<BucketName> dead = new HashSet<>(asked);
    dead.removeIf(name -> name.startMillis() >= keptFrom);
    Set<BucketName> open = new HashSet<>(asked);
    open.removeAll(dead);
    Set<BucketName> lacking = new HashSet<>();
    IntStream fed =
        Feeders.related(shard.id().shard(), namespace.sharding(), namespace.diskSharding());
    for (int diskShard : fed.toArray()) {
      if (!open.isEmpty()) {
        var made = new Made(store, namespace, diskShard);
        open.removeIf(
            name -> {
              boolean isAbsent = !made.hasConsumed(shard.id().shard(), name);
              if (isAbsent && made.isReadable(name)) {
                lacking.add(name);
              }
              return isAbsent;
            });
      }
    }
    dead.addAll(open);
    return new Found(dead, lacking);
  }

  /// The buckets of a shard of GokuL, as of a listing.
  private static final class Made {
    private final ObjectStore store;
    private final Namespace namespace;
    private final List<BucketKey> complete;

    /// The manifests read so far; empty for one that is unusable or was removed meanwhile.
    private final Map<BucketKey, Optional<Manifest>> manifests = new HashMap<>();

    Made(ObjectStore store, Namespace namespace, int diskShard) {
      this.store = store;
      this.namespace = namespace;
      complete =
          store.list(namespace.s3Bucket(), TierKeys.shardDirectory(diskShard)).stream()
              .flatMap(object -> TierKeys.parseTier(object.key()).stream())
              .filter(TierKeys.Entry::isMarker)
              .map(TierKeys.Entry::bucket)
              .sorted(LATEST_FIRST)
              .toList();
    }

    /// Later buckets are made from earlier ones, so any of them is evidence.
    boolean hasConsumed(int memoryShard, BucketName name) {
      var file = new BucketKey(memoryShard, 0, name.startMillis(), name.generation());
      return complete.stream()
          .filter(bucket -> covers(bucket, name.startMillis()))
          .flatMap(bucket -> manifests.computeIfAbsent(bucket, this::read).stream())
          .anyMatch(made -> made.hasConsumed(file));
    }

    /// Returns whether all buckets with the window are known. Asked after `hasConsumed`.
    boolean isReadable(BucketName name) {
      return complete.stream()
          .filter(bucket -> covers(bucket, name.startMillis()))
          .allMatch(bucket -> manifests.getOrDefault(bucket, Optional.empty()).isPresent());
    }

    private static boolean covers(BucketKey bucket, long millis) {
      return bucket.startMillis() <= millis
          && millis < bucket.startMillis() + Disk.bucket(bucket.tier()).toMillis();
    }

    private Optional<Manifest> read(BucketKey bucket) {
      String key = TierKeys.tierMarker(bucket);
      try {
        return store.get(namespace.s3Bucket(), key).map(json -> Manifest.parse(json, key));
      } catch (FormatException unusable) {
        return Optional.empty(); // GokuL and the compactor report it
      }
    }
  }
}

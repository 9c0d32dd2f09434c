package goku.longterm.bulkload;

import goku.format.FormatException;
import goku.longterm.tier.Window;
import goku.model.Disk;
import goku.model.Namespace;
import goku.objectstore.ObjectStore;
import goku.objectstore.StoredObject;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.TierKeys;
import goku.tier.Tombstone;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The complete buckets of a shard in S3. A marker is read once, as it is written once. Owned by
/// one thread at a time.
final class BucketListing {
  /// The content of a marker: the manifest, or the problem with it.
  ///
  /// @param modified time when it was written
  private record Marker(Instant modified, List<Manifest> manifest, String problem) {}

  /// @param manifests manifests of all complete buckets, all generations
  /// @param deletes deletes of the shard's data
  /// @param problems problems with markers, for people
  /// @param unknown windows of buckets whose marker is missing or cannot be used, so that S3 may
  ///   have datapoints of them that no manifest names
  record Found(
      List<Manifest> manifests,
      Collection<Tombstone> deletes,
      List<String> problems,
      List<Window> unknown) {
    Found {
      unknown = List.copyOf(unknown);
      deletes = List.copyOf(deletes);
      manifests = List.copyOf(manifests);
      problems = List.copyOf(problems);
    }
  }

  private final ObjectStore store;
  private final Namespace namespace;
  private final int shard;
  private final MarkerRepair repair;
  private final Map<BucketKey, Marker> markers = new HashMap<>();

  /// The deletes by key; their content never changes.
  private final Map<String, Tombstone> deletes = new HashMap<>();

  BucketListing(ObjectStore store, Namespace namespace, int shard) {
    this.store = store;
    this.namespace = namespace;
    this.shard = shard;
    repair = new MarkerRepair(store, namespace);
  }

  /// @param known manifests that need not be read from S3
  /// @throws goku.objectstore.ObjectStoreException when S3 cannot be read
  /// @throws FormatException when a delete cannot be read, as it is then unknown what it hides
  Found read(Collection<Manifest> known) {
    Map<BucketKey, Manifest> held = new HashMap<>();
    known.forEach(manifest -> held.put(manifest.bucket(), manifest));
    NavigableSet<BucketKey> there = new TreeSet<>();
    Set<BucketKey> directories = new HashSet<>();
    Set<String> deletesThere = new HashSet<>();
    for (StoredObject object : store.list(namespace.s3Bucket(), TierKeys.shardDirectory(shard))) {
      if (Tombstone.shardOf(object.key()).isPresent()) {
        deletesThere.add(object.key());
        readDelete(object.key());
      }
      Optional<TierKeys.Entry> entry = TierKeys.parseTier(object.key());
      entry.map(TierKeys.Entry::bucket).ifPresent(directories::add);
      entry
          .filter(TierKeys.Entry::isMarker)
          .map(TierKeys.Entry::bucket)
          .ifPresent(
              bucket -> {
                there.add(bucket);
                Marker before = markers.get(bucket);
                if (before == null || !before.modified().equals(object.modified())) {
                  Manifest own = before == null ? held.get(bucket) : null;
                  markers.put(
                      bucket,
                      own == null
                          ? fetch(bucket, object)
                          : new Marker(object.modified(), List.of(own), ""));
                }
              });
    }
    markers.keySet().retainAll(there);
    repair.verifyNext(there, held);
    deletes.keySet().retainAll(deletesThere);
    List<Manifest> manifests = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (Marker marker : markers.values()) {
      manifests.addAll(marker.manifest());
      if (!marker.problem().isEmpty()) {
        problems.add(marker.problem());
      }
    }
    manifests.forEach(manifest -> directories.remove(manifest.bucket()));
    List<Window> unknown = directories.stream().map(BucketListing::window).toList();
    return new Found(manifests, deletes.values(), problems, unknown);
  }

  private static Window window(BucketKey bucket) {
    long end = bucket.startMillis() + Disk.bucket(bucket.tier()).toMillis();
    return new Window(bucket.startMillis(), end);
  }

  private void readDelete(String key) {
    if (!deletes.containsKey(key)) {
      // an object that is missing was removed after it was listed
      store
          .get(namespace.s3Bucket(), key)
          .ifPresent(content -> deletes.put(key, Tombstone.parse(content, key)));
    }
  }

  private Marker fetch(BucketKey bucket, StoredObject object) {
    String where = "s3://%s/%s".formatted(namespace.s3Bucket(), object.key());
    return store
        .get(namespace.s3Bucket(), object.key())
        .map(json -> parse(json, bucket, object.modified(), where))
        // removed after it was listed
        .orElseGet(() -> new Marker(object.modified(), List.of(), ""));
  }

  private Marker parse(byte[] json, BucketKey bucket, Instant modified, String where) {
    try {
      Manifest manifest = Manifest.parse(json, where);
      if (!manifest.bucket().equals(bucket) || !manifest.namespace().equals(namespace.name())) {
        return new Marker(
            modified,
            List.of(),
            "cannot use marker=%s: found bucket %s of namespace %s"
                .formatted(where, manifest.bucket(), manifest.namespace()));
      }
      return new Marker(modified, List.of(manifest), "");
    } catch (FormatException broken) {
      return new Marker(modified, List.of(), String.valueOf(broken.getMessage()));
    }
  }
}

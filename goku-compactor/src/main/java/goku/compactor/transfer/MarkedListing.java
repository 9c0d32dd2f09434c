package goku.compactor.transfer;

import goku.compactor.plan.Directory;
import goku.compactor.plan.UnreadableMarker;
import goku.format.FormatException;
import goku.format.OtherVersionException;
import goku.objectstore.StoredObject;
import goku.tier.BucketKey;
import goku.tier.StoredFile;
import goku.tier.TierKeys;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A listing of buckets that have a marker each. Each marker is read once. Owned by one thread.
///
/// @param <M> content of a marker
final class MarkedListing<M> {
  /// The markers of one kind.
  ///
  /// @param <M> content of a marker
  interface Kind<M> {
    Optional<TierKeys.Entry> parse(String key);

    /// Parses the content of a marker.
    ///
    /// @throws FormatException when the content cannot be used
    M read(byte[] json, String uri);

    BucketKey bucket(M marker);

    List<StoredFile> files(M marker);
  }

  /// The content of the directory of a bucket.
  ///
  /// @param marker its marker; empty if there is none or it cannot be used
  /// @param unreadable the problem with its marker; empty if there is none
  record Found<M>(Directory directory, Optional<M> marker, Optional<UnreadableMarker> unreadable) {}

  /// A marker, cached until its object changes; without content when it cannot be used.
  private record Known<M>(StoredObject object, Optional<M> marker, String problem, boolean newer) {}

  private record Seen(List<StoredObject> objects, Instant since) {}

  private final String prefix;
  private final Kind<M> kind;
  private final Storage storage;
  private final InstantSource clock;
  private Map<BucketKey, Known<M>> markers = new HashMap<>();
  private Map<BucketKey, Seen> seen = new HashMap<>();

  /// @param prefix prefix of the keys
  MarkedListing(String prefix, Kind<M> kind, Storage storage, InstantSource clock) {
    this.prefix = prefix;
    this.kind = kind;
    this.storage = storage;
    this.clock = clock;
  }

  /// Passes on the directory of each bucket with its marker.
  ///
  /// @param others receiver of the objects that belong to no bucket
  void list(Consumer<Found<M>> to, Consumer<StoredObject> others) {
    Map<BucketKey, List<StoredObject>> byBucket = new TreeMap<>();
    for (StoredObject object : storage.list(prefix)) {
      kind.parse(object.key())
          .ifPresentOrElse(
              entry ->
                  byBucket.computeIfAbsent(entry.bucket(), key -> new ArrayList<>()).add(object),
              () -> others.accept(object));
    }
    Map<BucketKey, Known<M>> markersNow = new HashMap<>();
    Map<BucketKey, Seen> seenNow = new HashMap<>();
    byBucket.forEach(
        (bucket, objects) -> {
          seenNow.put(bucket, seen(bucket, objects));
          Directory directory = directory(bucket, objects, seenNow.get(bucket).since());
          marker(bucket, objects).ifPresent(known -> markersNow.put(bucket, known));
          to.accept(found(directory, objects, markersNow.get(bucket)));
        });
    markers = markersNow;
    seen = seenNow;
  }

  private Found<M> found(
      Directory directory, List<StoredObject> objects, @Nullable Known<M> known) {
    if (known == null) {
      return new Found<>(directory, Optional.empty(), Optional.empty());
    }
    String problem =
        known.marker().map(marker -> mismatch(directory, objects, marker)).orElse(known.problem());
    if (problem.isEmpty()) {
      return new Found<>(directory, known.marker(), Optional.empty());
    }
    String uri = storage.uri(known.object().key());
    if (known.marker().isPresent() && storage.head(known.object().key()).isEmpty()) {
      // its bucket was removed while it was listed, the marker first
      return new Found<>(directory, Optional.empty(), Optional.empty());
    }
    String text =
        "cannot use marker=%s: %s; restore the object or the missing file from a backup, from an earlier version in S3, or, for a tier, from the copy that GokuL keeps beside its database. The bucket is built again by itself if all of its inputs still exist"
            .formatted(uri, problem);
    return new Found<>(
        directory,
        Optional.empty(),
        Optional.of(new UnreadableMarker(directory.bucket(), text, known.newer())));
  }

  /// Returns the difference between a marker and the objects of its bucket; empty if there is none.
  private String mismatch(Directory directory, List<StoredObject> objects, M marker) {
    if (!kind.bucket(marker).equals(directory.bucket())) {
      return "found the bucket " + kind.bucket(marker);
    }
    Map<String, Long> bytes = new HashMap<>();
    objects.forEach(object -> bytes.put(name(object.key()), object.bytes()));
    for (StoredFile file : kind.files(marker)) {
      Long there = bytes.get(file.name());
      if (there == null || there != file.bytes()) {
        return "wanted the file %s of %d bytes, found %s"
            .formatted(file.name(), file.bytes(), there == null ? "none" : there + " bytes");
      }
    }
    return "";
  }

  private Directory directory(BucketKey bucket, List<StoredObject> objects, Instant since) {
    String first = objects.getFirst().key();
    int length = first.length() - name(first).length();
    return new Directory(
        bucket,
        first.substring(0, length),
        objects.stream().map(object -> object.key().substring(length)).sorted().toList(),
        since);
  }

  private String name(String key) {
    return kind.parse(key).orElseThrow().name();
  }

  private Seen seen(BucketKey bucket, List<StoredObject> objects) {
    Seen before = seen.get(bucket);
    return before != null && before.objects().equals(objects)
        ? before
        : new Seen(List.copyOf(objects), clock.instant());
  }

  private Optional<Known<M>> marker(BucketKey bucket, List<StoredObject> objects) {
    Optional<StoredObject> found =
        objects.stream().filter(object -> name(object.key()).equals(TierKeys.MARKER)).findFirst();
    if (found.isEmpty()) {
      return Optional.empty();
    }
    StoredObject object = found.get();
    Known<M> known = markers.get(bucket);
    return known != null && known.object().equals(object)
        ? Optional.of(known)
        : storage.get(object.key()).map(json -> read(json, object));
  }

  private Known<M> read(byte[] json, StoredObject object) {
    try {
      M marker = kind.read(json, storage.uri(object.key()));
      return new Known<>(object, Optional.of(marker), "", false);
    } catch (FormatException broken) {
      return new Known<>(
          object,
          Optional.empty(),
          String.valueOf(broken.getMessage()),
          broken instanceof OtherVersionException);
    }
  }
}

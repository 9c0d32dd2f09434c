package goku.compactor.transfer;

import goku.compactor.plan.Directory;
import goku.format.FormatException;
import goku.format.OtherVersionException;
import goku.objectstore.StoredObject;
import goku.tier.BucketKey;
import goku.tier.TierKeys;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A listing of buckets that have a marker each. Each marker is read once. Owned by one thread.
///
/// @param <M> content of a marker
final class MarkedListing<M> {
  private static final Logger LOG = LoggerFactory.getLogger(MarkedListing.class);

  /// A marker, cached until its object changes; empty when it cannot be read.
  private record Known<M>(StoredObject object, Optional<M> marker) {}

  private record Seen(List<StoredObject> objects, Instant since) {}

  private final String prefix;
  private final Function<String, Optional<TierKeys.Entry>> parse;
  private final BiFunction<byte[], String, M> read;
  private final Storage storage;
  private final InstantSource clock;
  private Map<BucketKey, Known<M>> markers = new HashMap<>();
  private Map<BucketKey, Seen> seen = new HashMap<>();

  /// @param prefix prefix of the keys
  /// @param parse parser of keys
  /// @param read parser of the content of a marker; also gets its name
  MarkedListing(
      String prefix,
      Function<String, Optional<TierKeys.Entry>> parse,
      BiFunction<byte[], String, M> read,
      Storage storage,
      InstantSource clock) {
    this.prefix = prefix;
    this.parse = parse;
    this.read = read;
    this.storage = storage;
    this.clock = clock;
  }

  /// Passes on the directory of each bucket, and its marker if it can be read.
  ///
  /// @param others receiver of the objects that belong to no bucket
  /// @throws OtherVersionException when a marker was written by another version
  void list(BiConsumer<Directory, Optional<M>> to, Consumer<StoredObject> others) {
    Map<BucketKey, List<StoredObject>> byBucket = new TreeMap<>();
    for (StoredObject object : storage.list(prefix)) {
      parse
          .apply(object.key())
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
          marker(bucket, objects).ifPresent(known -> markersNow.put(bucket, known));
          Known<M> known = markersNow.get(bucket);
          to.accept(
              directory(bucket, objects, seenNow.get(bucket).since()),
              known == null ? Optional.empty() : known.marker());
        });
    markers = markersNow;
    seen = seenNow;
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
    return parse.apply(key).orElseThrow().name();
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
        : storage
            .get(object.key())
            .map(json -> new Known<>(object, parse(json, storage.uri(object.key()))));
  }

  private Optional<M> parse(byte[] json, String uri) {
    try {
      return Optional.of(read.apply(json, uri));
    } catch (OtherVersionException other) {
      throw other;
    } catch (FormatException broken) {
      LOG.error("marker unreadable, rebuilding its bucket marker={}", uri, broken);
      return Optional.empty();
    }
  }
}
